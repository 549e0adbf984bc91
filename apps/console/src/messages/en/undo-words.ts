/** English words about taking back. */
export const undoWords = {
  undo: "Undo…",
  undoTitle: "Undo this step?",
  undoLead: "This is a new request for the opposite action. It is checked and decided like any other.",
  undoKeep: "Leave it",
  undoAsk: "Ask for it",
  undoNot: (because: string) => `Cannot be undone: ${because}`,
  /** Before the link to the request that took it back. */
  undoneBy: "See request",
  undoRemark: {
    transfer_ends_too:
      "The transfer that it carries is called off with it: the goods stay where they are. Possible before the cut-off; the carrier may charge for it.",
    units_may_be_gone: "The units may have gone to somebody else by now; then it fails.",
    until_issued: "Possible until the goods have left. After that a transfer back is needed.",
    booking_first: "Its shipment is booked. Undo the booking first: until the shipment is cancelled this is refused.",
    carrier_may_charge: "Possible before the cut-off; the carrier may charge for it.",
    while_not_loaded: "Possible while nothing is loaded.",
    if_space_is_left: "Possible if the earlier service still has space.",
    authority_decides: "Customs decides; what was lodged stays on record there.",
  },
  /** In place of the offer, before the link to the request. */
  undoBy: {
    undone: "Taken back already.",
    undo_asked: "Taking it back was asked for; the other side has not agreed yet.",
    undo_under_way: "Taking it back was asked for and is under way.",
  },
  undoBecause: {
    count_again: "the count of before would wipe out later movements too. Count again.",
    stock_was_joined_or_locked: "the stock was joined with other stock, or may not go back to what it was.",
    supplier_was_asked: "the supplier has the order. Cancel it there.",
    people_were_asked: "people were asked to count. Tell them.",
    transfer_was_cancelled: "the transfer was cancelled with it. Ask for a new one.",
    no_service_before: "there was no service before.",
    goods_go_the_new_way: "the goods go the new way. Ask for another reroute.",
    book_anew: "a cancelled shipment stays cancelled. Book anew.",
    screening_is_closed: "a screening that was decided is opened again by compliance only.",
    draft_binds_nobody: "a draft binds nobody; it can be drafted anew.",
    lodge_anew: "an invalidated declaration stays invalid. Lodge a new one.",
    evidence_was_sent: "customs has the evidence.",
    nothing_was_done: "the other side said no, so nothing was done.",
    no_opposite_action: "there is no opposite action.",
  },
} as const;
