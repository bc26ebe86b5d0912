// Sets the chosen theme before anything is painted, so that the page does not flash in the wrong one.
(() => {
  const root = document.documentElement;
  root.dataset.js = "";
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") root.dataset.theme = theme;
  } catch {
    // Where nothing can be stored the system's theme applies.
  }
})();
