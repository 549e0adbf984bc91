import { useLanguage } from "../messages/use-messages.tsx";
import { clockText, fullTime } from "../text/format-time.ts";
import { splitInstants } from "../text/split-instants.ts";
import { Text } from "../text/text.tsx";

/** A text from outside in which every instant is shown as a short date and time, the whole of it on hover. */
export function Instants({ value, multiline = false }: { value: string; multiline?: boolean }) {
  const { language } = useLanguage();
  return splitInstants(value).map((part, index) =>
    part.instant ? (
      // With its day always: an answer is read on other days too.
      <time key={index} dateTime={part.text} title={fullTime(part.text, language)} className="whitespace-nowrap">
        {clockText(part.text, 0, language)}
      </time>
    ) : (
      <Text key={index} value={part.text} multiline={multiline} whole />
    ),
  );
}
