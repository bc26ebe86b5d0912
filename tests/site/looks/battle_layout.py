"""What a designer would criticise of a battle page, as far as a browser can measure it."""

from typing import Any

FIND_FAULTS = """() => {
  const faults = [];
  const wide = document.documentElement.clientWidth, high = window.innerHeight;
  const shorten = (text) => text.trim().replace(/\\s+/g, " ").slice(0, 60);
  const say = (what, where) => faults.push(where ? `${what}: ${shorten(where)}` : what);
  const isShown = (one) => one.checkVisibility({ visibilityProperty: true }) && one.getClientRects().length > 0;
  const all = (names, root = document) => [...root.querySelectorAll(names)].filter(isShown);
  const page = document.scrollingElement;
  if (page.scrollWidth > wide) say(`the page is ${page.scrollWidth - wide} pixels too wide`);
  const inside = ".battle-seats .seats > li, .battle-board .board, .order-bar :is(button, .button), .rounds button";
  for (const each of all(inside)) {
    const box = each.getBoundingClientRect();
    if (box.left < -1 || box.right > wide + 1) say("outside the window", each.textContent || each.className);
  }
  for (const each of all(".battle-seats .seats > li"))
    if (each.scrollWidth > each.clientWidth + 1) say("a seat is cut", each.textContent);

  const bar = document.querySelector("[data-order-bar]");
  const box = bar.getBoundingClientRect();
  if (box.top < 0 || box.bottom > high + 1) say("the bar is not in the window");
  for (const each of all("[data-bar-words], .bar-status .receipt, .bar-status .receipt > span", bar))
    if (each.scrollHeight > each.clientHeight + 2 || (each.scrollWidth > each.clientWidth + 1 && each.clientWidth))
      say("the bar's words are cut", each.innerText);
  for (const each of all("[data-bar-words], .bar-status .receipt, .battle-clock", bar)) {
    const inner = each.getBoundingClientRect();
    if (inner.bottom > box.bottom + 1 || inner.top < box.top - 1) say("higher than the bar", each.innerText);
  }
  const goals = all("[data-aims]"), clocks = all(".order-bar .battle-clock time");
  for (const each of [...goals, ...clocks]) {
    const inner = each.getBoundingClientRect();
    const foot = each.closest(".order-bar") ? high : box.top;
    if (inner.top < 0 || inner.bottom > foot + 1) say("not in the first view", each.textContent);
  }
  if (!bar.matches('[data-state="over"]') && !goals.length) say("no goal");

  const texts = document.createTreeWalker(document.querySelector(".battle"), NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  let before = null, block = null;
  while (texts.nextNode()) {
    const node = texts.currentNode, parent = node.parentElement;
    if (!isShown(parent) || parent.closest("svg, script, .hidden-text")) continue;
    const around = parent.closest("p, li, h1, h2, h3, td, button, a, section, div");
    if (around !== block) [before, block] = [null, around];
    const sign = getComputedStyle(parent, "::before").content;
    for (let at = 0; at < node.length; at++) {
      if (!node.data[at].trim()) continue;
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const here = range.getClientRects()[0];
      if (!here || !here.width) continue;
      const isFirst = !before || here.top >= before.bottom - 2;
      const isSign = "·|•◆".includes(node.data[at]) || (!node.data.slice(0, at).trim() && /[·•◆]/.test(sign));
      if (isFirst && isSign) say("a line begins with a separator", node.data);
      before = here;
    }
  }
  return [...new Set(faults)];
}"""
"""To be run in a battle page; returns sentences."""


def list_faults(tab: Any) -> list[str]:
    """Return what is wrong with the battle page that is open in a tab."""
    found: list[str] = tab.evaluate(FIND_FAULTS)
    return found
