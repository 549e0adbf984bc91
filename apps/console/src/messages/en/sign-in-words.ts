/** English words of the sign-in page. */
export const signInWords = {
  signInTitle: "Who are you today?",
  signInLead: "This is a demo. Pick a person; you can switch at any time.",
  signInFirst: "First time here? Start as planner.anna and ask for something, then approve it as stock.ben.",
  signInOthers: "Everybody else",
  firstPeople: {
    "planner.anna": "asks: start here",
    "stock.ben": "decides transfers: approve here",
    "transport.cleo": "decides bookings that carry risk",
    "customs.dirk": "decides customs declarations",
    "audit.lena": "reads the ledger",
  },
  signInEmpty: "There are no demo users.",
  signInOidc: "This server wants you to sign in with your company. That way in is not part of this console yet.",
  signedOutTitle: "You were signed out",
  signedOutText: "Sign in again to go on. What you wrote is kept.",
  signIn: "Sign in",
} as const;
