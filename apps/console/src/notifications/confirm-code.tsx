import { useState } from "react";
import { useMessages } from "../messages/use-messages.tsx";
import { Text } from "../text/text.tsx";
import { ErrorText } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { FIELD } from "./channel-fields.tsx";
import { useConfirmAddress } from "./notification-queries.ts";

/** Takes the code of the mail that proves an address. Nothing is sent there before. */
export function ConfirmCode({ address }: { address: string }) {
  const m = useMessages();
  const [code, setCode] = useState("");
  const confirm = useConfirmAddress();
  return (
    <div className="mt-3 rounded-md bg-warn-wash px-3 py-2">
      <p className="text-warn-ink">
        {m.notifyCodeSent} <Text value={address} />
      </p>
      <div className="flex flex-wrap items-end gap-3">
        <label className="block w-40">
          <span>{m.notifyCode}</span>
          <input
            value={code}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={8}
            onChange={(event) => setCode(event.target.value.replaceAll(/\D/g, ""))}
            className={`${FIELD} font-mono`}
          />
        </label>
        <Button disabled={code.length !== 8 || confirm.isPending} onClick={() => confirm.mutate(code)}>
          {m.notifyConfirm}
        </Button>
      </div>
      <p role="alert" className="text-danger-ink">
        {confirm.isError && <ErrorText error={confirm.error} />}
      </p>
    </div>
  );
}
