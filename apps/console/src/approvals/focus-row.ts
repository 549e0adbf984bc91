/** Frames in which a row that the list has yet to draw may appear. */
const FRAMES = 20;

/** Moves the focus to a row of the queue as soon as it is drawn: of a long list only the rows in sight are. */
export function focusRow(id: string, frames = FRAMES): void {
  requestAnimationFrame(() => {
    const row = document.getElementById(`row-${id}`);
    if (row) row.focus({ preventScroll: true });
    else if (frames > 1) focusRow(id, frames - 1);
  });
}
