// Before anything is painted: the scheme this browser chose, if it chose one.
window.croupierTheme = (to) => {
  const root = document.documentElement;
  let now = "auto";
  try {
    if (to) localStorage.setItem("croupier-theme", to);
    now = to || localStorage.getItem("croupier-theme") || "auto";
  } catch (error) {
    now = to || "auto";
  }
  root.classList.toggle("light", now === "light");
  root.classList.toggle("dark", now === "dark");
  return now;
};
window.croupierTheme();
