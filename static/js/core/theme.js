// Sets the chosen theme, and without an account colours and dice, before anything is painted, so that the page does not flash in the wrong one.
(() => {
  const root = document.documentElement;
  root.dataset.js = "";
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
    if (root.dataset.account) return;
    for (const name of ["palette", "dice"]) root.dataset[name] = localStorage.getItem(name) ?? "";
  } catch {
    // Where nothing can be stored the system's theme applies.
  }
})();
