import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from "react";
import { de } from "./de.ts";
import { en } from "./en.ts";
import type { Messages } from "./message-type.ts";

export type UiLanguage = "en" | "de";

interface LanguageValue {
  language: UiLanguage;
  messages: Messages;
  setLanguage(language: UiLanguage): void;
}

const KEY = "qm.language";
const LANGUAGES: Record<UiLanguage, Messages> = { en, de };

const firstLanguage = (): UiLanguage => {
  const stored = window.localStorage.getItem(KEY);
  if (stored === "en" || stored === "de") return stored;
  return navigator.language.toLowerCase().startsWith("de") ? "de" : "en";
};

const LanguageContext = createContext<LanguageValue>({ language: "en", messages: en, setLanguage: () => {} });

/** Gives the words of the chosen language to the page. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [language, setState] = useState(firstLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const value = useMemo(
    () => ({
      language,
      messages: LANGUAGES[language],
      setLanguage(next: UiLanguage) {
        window.localStorage.setItem(KEY, next);
        setState(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={value}>{children}</LanguageContext>;
}

export const useMessages = (): Messages => useContext(LanguageContext).messages;
export const useLanguage = (): LanguageValue => useContext(LanguageContext);

/** A word of a table by a key that came from the server; the key itself when the table does not know it. */
export const wordOf = (table: Readonly<Record<string, string>>, key: string): string =>
  Object.hasOwn(table, key) ? (table[key] ?? key) : key;
