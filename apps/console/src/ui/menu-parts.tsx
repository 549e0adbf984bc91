import { Menu } from "@base-ui/react/menu";
import { Check } from "lucide-react";
import type { ReactNode } from "react";

/** The box of a menu. */
export function MenuPopup({ children, side = "bottom" }: { children: ReactNode; side?: "top" | "bottom" }) {
  return (
    <Menu.Portal>
      <Menu.Positioner side={side} sideOffset={6} align="start" className="z-30">
        <Menu.Popup className="fade-in max-h-[70dvh] min-w-52 overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-pop outline-none">
          {children}
        </Menu.Popup>
      </Menu.Positioner>
    </Menu.Portal>
  );
}

const ITEM = "target flex cursor-pointer items-center gap-3 rounded-md px-3 outline-none data-highlighted:bg-selected";

/** One entry that can be on or off. */
export function MenuChoice({ checked, onChoose, children }: { checked: boolean; onChoose(): void; children: ReactNode }) {
  return (
    <Menu.CheckboxItem checked={checked} onCheckedChange={onChoose} closeOnClick className={ITEM}>
      <span className="size-4">{checked && <Check aria-hidden="true" className="size-4" strokeWidth={1.9} />}</span>
      {children}
    </Menu.CheckboxItem>
  );
}

export function MenuAction({ onChoose, children }: { onChoose(): void; children: ReactNode }) {
  return (
    <Menu.Item onClick={onChoose} className={ITEM}>
      {children}
    </Menu.Item>
  );
}
