"""A worker's tasks leave the pool of connections open, which the sweepers of the same process use."""

from types import SimpleNamespace

import pytest
from django.db import connection

from config import celery, worker_database

pytestmark = [pytest.mark.races, pytest.mark.django_db(transaction=True)]
TASK = SimpleNamespace(request=SimpleNamespace(is_eager=False))
WORKER = SimpleNamespace(app=celery.app, pool_cls="celery.concurrency.prefork:TaskPool")


@pytest.fixture
def worker() -> worker_database.PooledWorker:
    """Return the plug-in as a process of a worker has it."""
    made = worker_database.PooledFixup(celery.app).worker_fixup
    assert isinstance(made, worker_database.PooledWorker)
    made.worker = WORKER
    return made


def test_a_task_leaves_the_pool_open(worker: worker_database.PooledWorker) -> None:
    connection.ensure_connection()
    pool = getattr(connection, "pool", None)
    worker.on_task_prerun(TASK)
    connection.ensure_connection()
    worker.on_task_postrun(TASK)
    assert connection.connection is None, "what a task used is given back"
    assert getattr(connection, "pool", None) is pool and (pool is None or not pool.closed)
