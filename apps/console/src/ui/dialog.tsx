import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";

export interface DialogProps {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  children: ReactNode;
  initialFocus?: RefObject<HTMLElement | null>;
}

/** A modal dialog; a sheet from below on the phone. Focus goes back to what opened it. */
export function Dialog({ open, onClose, title, children, initialFocus }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal>
        <Base.Backdrop className="fade-in fixed inset-0 z-40 scrim" />
        <Base.Popup
          {...(initialFocus ? { initialFocus } : {})}
          className="fade-in fixed inset-x-0 bottom-0 z-50 max-h-[92dvh] overflow-y-auto rounded-t-lg bg-raised p-5 shadow-pop wide:inset-x-auto wide:top-1/2 wide:bottom-auto wide:left-1/2 wide:w-[480px] wide:-translate-x-1/2 wide:-translate-y-1/2 wide:rounded-lg"
        >
          <Base.Title className="text-lg font-strong">{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
