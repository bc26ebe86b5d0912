// Runs before anything is drawn, so that the page never flashes in the wrong theme.
(() => {
  const root = document.documentElement;
  root.dataset.js = "";
  try {
    const chosen = localStorage.getItem("theme");
    if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;
  } catch {
    // A browser that keeps nothing follows its system.
  }
})();
