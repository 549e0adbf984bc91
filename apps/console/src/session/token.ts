const KEY = "qm.demo-user";

let onSignedOut: () => void = () => {};

/** Demo user of this browser as `user` or `user@tenant`; null when nobody signed in. */
export function readDemoUser(): string | null {
  try {
    return window.localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function writeDemoUser(user: string | null): void {
  try {
    if (user === null) window.localStorage.removeItem(KEY);
    else window.localStorage.setItem(KEY, user);
  } catch {
    // Storage may be off; the sign-in then lasts for this page only.
  }
  memory = user;
}

let memory: string | null = null;

/** The bearer token to send; null when nobody signed in. */
export function readToken(): string | null {
  const user = memory ?? readDemoUser();
  return user === null ? null : `demo-${user}`;
}

/** Told when the server no longer takes the token. */
export function onSignOut(listener: () => void): void {
  onSignedOut = listener;
}

export const signedOut = (): void => onSignedOut();
