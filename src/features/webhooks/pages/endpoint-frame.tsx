import { useRouteContext, useRouter } from '@tanstack/react-router'
import { isFailure, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { type Column, DataTable } from '#ui/data-table.tsx'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import type { WebhookEndpoint, WebhookSending } from '../contract.ts'
import { outcomeOf, stateWord, typeWord } from './webhook-words.ts'
import classes from './webhooks.module.css'

interface EndpointFrameProps {
  portalId: string
  endpoint: WebhookEndpoint
  sendings: WebhookSending[]
  onEdit: () => void
  onRenew: () => void
  onDelete: () => void
}

/** One endpoint: how it does, what can be done with it, and what it was sent last. */
export function EndpointFrame({
  portalId,
  endpoint,
  sendings,
  onEdit,
  onRenew,
  onDelete,
}: EndpointFrameProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { dateTime, number } = here()
  const at = { portalId, endpointId: endpoint.id }
  const act = async (call: () => Promise<unknown>, done: string) => {
    const answer = await call()
    if (isFailure(answer)) toast(reasonOf(answer) ?? m['webhooks.actFailed'](), { kind: 'error' })
    else toast(done)
    await router.invalidate()
  }
  const active = endpoint.state === 'active'
  return (
    <Frame
      title={endpoint.name}
      control={
        <Status mark={active ? 'live' : endpoint.state === 'paused' ? 'draft' : 'broken'}>
          {stateWord(endpoint.state)}
        </Status>
      }
    >
      <p className={classes.facts}>{endpoint.url}</p>
      <p className={classes.soft}>{endpoint.types.map(typeWord).join(' · ')}</p>
      {endpoint.waiting > 0 ? (
        <p className={classes.soft}>{m['webhooks.waiting']({ count: number(endpoint.waiting) })}</p>
      ) : undefined}
      {endpoint.oldSecretEndsAt ? (
        <p className={classes.soft}>
          {m['webhooks.oldSecret']({ when: dateTime(endpoint.oldSecretEndsAt) })}
        </p>
      ) : undefined}
      <div className={classes.buttons}>
        <Button onClick={() => act(() => api.webhooks.testEndpoint(at), m['webhooks.tested']())}>
          {m['webhooks.test']()}
        </Button>
        {active ? (
          <Button onClick={() => act(() => api.webhooks.pauseEndpoint(at), m['webhooks.paused']())}>
            {m['webhooks.pause']()}
          </Button>
        ) : (
          <Button onClick={() => act(() => api.webhooks.resumeEndpoint(at), m['webhooks.resumed']())}>
            {m['webhooks.resume']()}
          </Button>
        )}
        <Button onClick={onEdit}>{m['webhooks.edit']()}</Button>
        <Button onClick={onRenew}>{m['webhooks.rotate']()}</Button>
        <Button look="danger" onClick={onDelete}>
          {m['webhooks.delete']()}
        </Button>
      </div>
      {sendings.length > 0 ? (
        <DataTable
          label={m['webhooks.sendings']({ name: endpoint.name })}
          columns={columns((sendingId) =>
            act(() => api.webhooks.sendAgain({ ...at, sendingId }), m['webhooks.againDone']()),
          )}
          rows={sendings}
          rowKey={({ id }) => id}
        />
      ) : (
        <p className={classes.soft}>{m['webhooks.noSendings']()}</p>
      )}
    </Frame>
  )
}

function columns(onAgain: (id: string) => void): Column<WebhookSending>[] {
  const { dateTime, number } = here()
  return [
    {
      id: 'what',
      title: m['webhooks.what'](),
      phone: 'main',
      cell: ({ type }) => typeWord(type),
    },
    {
      id: 'at',
      title: m['webhooks.at'](),
      phone: 'status',
      cell: ({ createdAt }) => dateTime(createdAt),
    },
    {
      id: 'answer',
      sentence: true,
      title: m['webhooks.answer'](),
      phone: 'wide',
      cell: (sending) => (
        <Status mark={sending.state === 'sent' ? 'live' : sending.fault ? 'broken' : 'draft'}>
          {outcomeOf(sending)}
        </Status>
      ),
    },
    { id: 'tries', title: m['webhooks.tries'](), cell: ({ tries }) => number(tries) },
    {
      id: 'again',
      title: m['webhooks.again'](),
      hiddenTitle: true,
      phone: 'menu',
      cell: ({ id, state }) =>
        state === 'waiting' ? undefined : (
          <Button size="sm" onClick={() => onAgain(id)}>
            {m['webhooks.again']()}
          </Button>
        ),
    },
  ]
}
