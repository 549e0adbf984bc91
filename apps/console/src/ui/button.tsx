import type { ComponentProps } from "react";

const STYLES = {
  plain: "border border-line-control bg-surface text-ink hover:bg-hover",
  primary: "border border-transparent bg-brand text-on-solid hover:bg-brand-hover",
  danger: "border border-danger bg-surface text-danger-ink hover:bg-danger-wash",
  quiet: "border border-transparent text-ink-2 hover:bg-hover",
} as const;

export interface ButtonProps extends ComponentProps<"button"> {
  look?: keyof typeof STYLES;
}

/** The console's button. */
export function Button({ look = "plain", className = "", type = "button", ...rest }: ButtonProps) {
  const off = rest.disabled || rest["aria-disabled"] === true || rest["aria-disabled"] === "true";
  const style = off ? "border border-line bg-sunken text-ink-3" : STYLES[look];
  return (
    <button
      type={type}
      {...rest}
      className={`target inline-flex items-center justify-center gap-2 rounded-md px-3 py-1 font-medium ${style} ${className}`}
    />
  );
}
