import { Link, useRouteContext, useRouter } from '@tanstack/react-router'
import { type Api, type Failure, isFailure, type Result } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { Button } from '#ui/button.tsx'
import { DateField } from '#ui/date-field.tsx'
import { DialogActions } from '#ui/dialog-parts.tsx'
import { useForm } from '#ui/form.ts'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { RemittanceState } from '../choices.ts'
import classes from './billing.module.css'
import { saveOrSay } from './save-or-say.ts'
import { waitWord } from './when-paid.ts'

export type Remittances = Exclude<Awaited<ReturnType<Api['billing']['listRemittances']>>, Failure | undefined>

const states = {
  toConfirm: m['billing.remittance.state.toConfirm'],
  made: m['billing.remittance.state.made'],
  downloaded: m['billing.remittance.state.downloaded'],
  undone: m['billing.remittance.state.undone'],
} as const satisfies Record<RemittanceState, () => string>
const day = (at: Date) => todayPlus(at)

/** What can be paid, bill by bill, into a file for the bank; and the files that were made. */
export function RemittanceForm({ found, onChange }: { found: Remittances; onChange: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const payable = found.due.filter((one) => one.waits === null)
  const form = useForm({ on: day(new Date()), left: [] as string[] }, m['billing.failed']())
  const { money, number } = here()
  const chosen = payable.filter(({ billId }) => !form.values.left.includes(billId))
  const toggle = (billId: string, picked: boolean) =>
    form.set('left', picked ? form.values.left.filter((id) => id !== billId) : [...form.values.left, billId])
  const make = async () => {
    const all = chosen.length === found.ready.bills
    const made = await form.send(() =>
      api.billing.createRemittance({
        on: form.values.on,
        ...(all ? {} : { billIds: chosen.map(({ billId }) => billId) }),
      }),
    )
    if (!made) return
    toast(m['billing.remittance.made']({ count: made.bills }))
    onChange()
    await router.invalidate()
  }
  const amount = chosen.reduce((sum, { payableCents }) => sum + payableCents, 0)
  return (
    <form
      ref={form.ref}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.busy) void make()
      }}
    >
      <h2>{m['billing.remittance.title']()}</h2>
      {form.problem || form.errors.left ? (
        <Notice kind="error">{form.problem || form.errors.left}</Notice>
      ) : undefined}
      <p className={classes.text}>
        {chosen.length > 0
          ? m['billing.remittance.ready']({ count: number(chosen.length), amount: money(amount) })
          : noneWord(found)}
        {found.ready.held > 0
          ? ` · ${m['billing.remittance.held']({ count: number(found.ready.held) })}`
          : ''}
      </p>
      {found.due.length > 0 ? (
        <fieldset className={classes.choices}>
          <legend>{m['billing.remittance.choose']()}</legend>
          {found.due.map((one) => (
            <label key={one.billId}>
              <input
                type="checkbox"
                className={classes.choose}
                checked={one.waits === null && !form.values.left.includes(one.billId)}
                disabled={one.waits !== null}
                onChange={({ currentTarget: { checked } }) => toggle(one.billId, checked)}
              />
              <span>
                {one.account} · {one.number}
                {one.waits ? <small>{waitWord(one.waits, one.until)}</small> : undefined}
              </span>
              <b>{money(one.payableCents)}</b>
            </label>
          ))}
        </fieldset>
      ) : undefined}
      <GivenBack of={found.givenBack} />
      {payable.length > 0 ? (
        <>
          <DateField
            label={m['billing.remittance.on']()}
            value={form.values.on}
            error={form.errors.on}
            onChange={(value) => form.set('on', value)}
          />
          {found.confirmAboveCents === null ? undefined : (
            <p className={classes.quiet}>
              {m['billing.remittance.limit']({ amount: money(found.confirmAboveCents) })}
            </p>
          )}
          <DialogActions>
            <Button type="submit" look="primary" busy={form.busy} disabled={chosen.length === 0}>
              {m['billing.remittance.make']()}
            </Button>
          </DialogActions>
        </>
      ) : undefined}
      {found.items.length > 0 ? <Earlier items={found.items} onChange={onChange} /> : undefined}
    </form>
  )
}

const noneWord = ({ due }: Remittances): string =>
  due.length > 0 ? m['billing.remittance.noneNow']() : m['billing.remittance.none']()

/** What is owed by no bill: it comes with the next one, or is paid by hand to who gets none. */
function GivenBack({ of }: { of: Remittances['givenBack'] }) {
  if (of.length === 0) return undefined
  const { money } = here()
  return (
    <>
      <h3>{m['billing.remittance.givenBack']()}</h3>
      <ul className={classes.list}>
        {of.map(({ chargeId, number, account, legalName, former, cents }) => (
          <li key={chargeId}>
            <span>
              <Link to="/billing/charges/$chargeId" params={{ chargeId }}>
                {account} · {number}
              </Link>
              <small>
                {former
                  ? m['billing.remittance.givenBackFormer']({ name: legalName })
                  : m['billing.remittance.givenBackNext']()}
              </small>
            </span>
            <b>{money(cents)}</b>
          </li>
        ))}
      </ul>
    </>
  )
}

function Earlier({ items, onChange }: { items: Remittances['items']; onChange: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const { money, dateTime } = here()
  const done = async <T,>(result: Result<T>, word?: string): Promise<T | undefined> => {
    if (isFailure(result)) {
      toast(m['billing.failed'](), { kind: 'error' })
      return undefined
    }
    if (word) toast(word)
    onChange()
    await router.invalidate()
    return result
  }
  const download = async (remittanceId: string) => {
    const left = await done(await api.billing.downloadRemittance({ remittanceId }))
    if (left) await saveOrSay(`/api/billing/remittance/${remittanceId}`)
  }
  return (
    <>
      <h3>{m['billing.remittance.earlier']()}</h3>
      <ul className={classes.list}>
        {items.map(({ id: remittanceId, createdAt, totalCents, state, own }) => (
          <li key={remittanceId}>
            <span>
              {dateTime(createdAt)} · {money(totalCents)} · {states[state]()}
            </span>
            {state === 'toConfirm' && !own ? (
              <Button
                size="sm"
                onClick={async () =>
                  done(
                    await api.billing.confirmRemittance({ remittanceId }),
                    m['billing.remittance.confirmed'](),
                  )
                }
              >
                {m['billing.remittance.confirm']()}
              </Button>
            ) : undefined}
            {state === 'toConfirm' || state === 'made' ? (
              <Button
                size="sm"
                onClick={async () =>
                  done(await api.billing.undoRemittance({ remittanceId }), m['billing.remittance.undone']())
                }
              >
                {m['billing.remittance.undo']()}
              </Button>
            ) : undefined}
            {state === 'made' || state === 'downloaded' ? (
              <Button size="sm" onClick={() => download(remittanceId)}>
                {m['billing.remittance.download']()}
              </Button>
            ) : undefined}
          </li>
        ))}
      </ul>
    </>
  )
}
