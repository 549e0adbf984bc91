export type Theme = "system" | "light" | "dark";
const KEY = "qm.theme";

export function readTheme(): Theme {
  const stored = window.localStorage.getItem(KEY);
  return stored === "light" || stored === "dark" ? stored : "system";
}

/** Applies and keeps the theme of this browser. */
export function setTheme(theme: Theme): void {
  window.localStorage.setItem(KEY, theme);
  applyTheme(theme);
}

export function applyTheme(theme: Theme): void {
  if (theme === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.dataset.theme = theme;
}
