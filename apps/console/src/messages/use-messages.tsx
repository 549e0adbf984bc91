import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { en } from "./en.ts";
import type { Messages } from "./message-type.ts";

export type UiLanguage = "en" | "de";

interface LanguageValue {
  language: UiLanguage;
  messages: Messages;
  setLanguage(language: UiLanguage): void;
}

const KEY = "qm.language";
/** English comes with the page, every other language when it is chosen. */
const LOADERS: Record<UiLanguage, () => Messages | Promise<Messages>> = {
  en: () => en,
  de: () => import("./de.ts").then((module) => module.de),
};

const firstLanguage = (): UiLanguage => {
  const stored = window.localStorage.getItem(KEY);
  if (stored === "en" || stored === "de") return stored;
  return navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
};

const LanguageContext = createContext<LanguageValue>({ language: "en", messages: en, setLanguage: () => {} });

/** Gives the words of the chosen language to the page; the page waits for them the first time. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [chosen, setChosen] = useState(firstLanguage);
  const [loaded, setLoaded] = useState<{ language: UiLanguage; messages: Messages } | null>(
    chosen === "en" ? { language: "en", messages: en } : null,
  );
  useEffect(() => {
    let current = true;
    const take = (language: UiLanguage, messages: Messages): void => {
      if (!current) return;
      document.documentElement.lang = language;
      setLoaded({ language, messages });
    };
    Promise.resolve(LOADERS[chosen]()).then(
      (messages) => take(chosen, messages),
      () => take("en", en),
    );
    return () => {
      current = false;
    };
  }, [chosen]);
  const value = useMemo<LanguageValue | null>(
    () =>
      loaded && {
        ...loaded,
        setLanguage(next) {
          window.localStorage.setItem(KEY, next);
          setChosen(next);
        },
      },
    [loaded],
  );
  return value && <LanguageContext value={value}>{children}</LanguageContext>;
}

export const useMessages = (): Messages => useContext(LanguageContext).messages;
export const useLanguage = (): LanguageValue => useContext(LanguageContext);

/** A word of a table by a key that came from the server; the key itself when the table does not know it. */
export const wordOf = (table: Readonly<Record<string, string>>, key: string): string =>
  Object.hasOwn(table, key) ? (table[key] ?? key) : key;
