import { useState } from "react";
import { useMessages } from "../messages/use-messages.tsx";
import { Code } from "../text/text.tsx";
import { Block, ErrorText } from "../ui/block.tsx";
import { Button } from "../ui/button.tsx";
import { ChannelFields } from "./channel-fields.tsx";
import { ConfirmCode } from "./confirm-code.tsx";
import { type Channel, type OwnNotifications, useOwnNotifications, useSaveNotifications, useSendTest } from "./notification-queries.ts";
import { SentList } from "./sent-list.tsx";
import { WhenFields } from "./when-fields.tsx";
import { missingIn, wishOf } from "./wish.ts";

/** Says when a channel tells nothing any more. */
function Stopped({ channel }: { channel: Channel | null }) {
  const m = useMessages();
  if (!channel?.stopped) return null;
  return <p className="mt-2 rounded-md bg-warn-wash px-3 py-1 text-warn-ink">{m.notifyStopped}</p>;
}

/** The key of a webhook that was just made: it is shown this once. */
function NewKey({ secret }: { secret: string }) {
  const m = useMessages();
  return (
    <div role="status" className="rounded-md bg-ok-wash px-3 py-2">
      <p>{m.webhookKey}</p>
      <p className="break-all">
        <Code value={secret} />
      </p>
    </div>
  );
}

function Test({ settings }: { settings: OwnNotifications }) {
  const m = useMessages();
  const test = useSendTest();
  const works = [settings.email, settings.webhook].some((channel) => channel?.confirmed && channel.stopped === null);
  if (!works) return null;
  return (
    <>
      <Button onClick={() => test.mutate()} disabled={test.isPending}>
        {m.notifyTest}
      </Button>
      <span role="status" className="text-ink-2">
        {test.isSuccess && m.notifyTestSent}
        {test.isError && <ErrorText error={test.error} />}
      </span>
    </>
  );
}

function Form({ settings }: { settings: OwnNotifications }) {
  const m = useMessages();
  const [wish, setWish] = useState(() => wishOf(settings));
  const save = useSaveNotifications();
  const missing = missingIn(wish);
  const isSaved = JSON.stringify(wish) === JSON.stringify(wishOf(settings));
  const { email, webhook, available } = settings;
  const hosts = available.webhookHosts;
  const trimmed = {
    ...wish,
    email: wish.email && { ...wish.email, address: wish.email.address.trim() },
    webhook: wish.webhook && { ...wish.webhook, url: wish.webhook.url.trim() },
  };
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null) save.mutate(trimmed, { onSuccess: (stored) => setWish(wishOf(stored)) });
      }}
    >
      <WhenFields wish={wish} onChange={setWish} />
      <ChannelFields
        title={m.notifyMail}
        turnOn={m.notifyMailOn}
        label={m.notifyAddress}
        type="email"
        hint={available.email ? m.notifyMailLead : m.notifyMailNone}
        possible={available.email}
        value={wish.email && { to: wish.email.address, events: wish.email.events }}
        onChange={(value) => setWish({ ...wish, email: value && { address: value.to, events: value.events } })}
      >
        {email && !email.confirmed && <ConfirmCode address={email.target} />}
        <Stopped channel={email} />
      </ChannelFields>
      <ChannelFields
        title={m.notifyWebhook}
        turnOn={m.notifyWebhookOn}
        label={m.notifyUrl}
        type="url"
        hint={hosts.length > 0 ? m.notifyWebhookLead(hosts.join(", ")) : m.notifyWebhookNone}
        possible={hosts.length > 0}
        value={wish.webhook && { to: wish.webhook.url, events: wish.webhook.events }}
        onChange={(value) => setWish({ ...wish, webhook: value && { url: value.to, events: value.events } })}
      >
        <Stopped channel={webhook} />
      </ChannelFields>
      {save.data?.webhookSecret && <NewKey secret={save.data.webhookSecret} />}
      <p role="alert" className="min-h-5 text-danger-ink">
        {save.isError ? <ErrorText error={save.error} /> : !isSaved && missing !== null && m.notifyMissing[missing]}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" look="primary" disabled={isSaved || missing !== null || save.isPending}>
          {m.notifySave}
        </Button>
        <span role="status" className="text-ink-2">
          {isSaved && save.isSuccess && m.notifySaved}
        </span>
        <Test settings={settings} />
      </div>
    </form>
  );
}

/** How the signed-in person is told of what happens when they are not here. */
export function NotificationsPage() {
  const m = useMessages();
  const query = useOwnNotifications();
  return (
    <div className="mx-auto w-full max-w-[820px] px-4 py-6 wide:px-8">
      <h1 className="mb-1 text-lg">{m.notifications}</h1>
      <p className="mb-4 max-w-[68ch] text-ink-2">{m.notificationsLead}</p>
      <Block query={query} what={m.notifications} lines={8}>
        {(settings) => (
          <div className="flex flex-col gap-6">
            <Form settings={settings} />
            <SentList />
          </div>
        )}
      </Block>
    </div>
  );
}
