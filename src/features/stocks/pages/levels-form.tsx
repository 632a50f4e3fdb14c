import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { typedWhole } from '#ui/amounts.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import type { StockRow } from '../contract.ts'
import classes from './stocks.module.css'

const numberOf = (text: string) => (text.trim() === '' ? 0 : typedWhole(text))

/** What is on its way, what is kept back, and when somebody is told that it runs low. */
export function LevelsForm({ portalId, stock }: { portalId: string; stock: StockRow }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm(
    {
      incoming: String(stock.incoming),
      safety: String(stock.safety),
      lowAt: stock.lowAt === null ? '' : String(stock.lowAt),
    },
    m['stocks.move.failed'](),
  )
  const { values, set, errors } = form
  const send = async () => {
    const saved = await form.send(() =>
      api.stocks.updateStock(
        {
          portalId,
          stockId: stock.id,
          incoming: numberOf(values.incoming),
          safety: numberOf(values.safety),
          lowAt: values.lowAt.trim() === '' ? null : typedWhole(values.lowAt),
        },
        { version: stock.version },
      ),
    )
    if (!saved) return
    toast(m['stocks.levels.saved']())
    await router.invalidate()
  }
  const field = (name: 'incoming' | 'safety' | 'lowAt') => ({
    inputMode: 'numeric' as const,
    value: values[name],
    error: errors[name],
    onChange: (event: { currentTarget: HTMLInputElement }) => set(name, event.currentTarget.value),
  })
  return (
    <form
      ref={form.ref}
      className={classes.stack}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.busy) void send()
      }}
    >
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <TextField label={m['stocks.column.incoming']()} {...field('incoming')} />
      <TextField
        label={m['stocks.column.safety']()}
        help={m['stocks.levels.safetyHelp']()}
        {...field('safety')}
      />
      <TextField
        label={m['stocks.levels.lowAt']()}
        help={m['stocks.levels.lowHelp']()}
        optional
        {...field('lowAt')}
      />
      <Button type="submit" busy={form.busy} disabled={form.changed.length === 0}>
        {m['stocks.levels.save']()}
      </Button>
    </form>
  )
}
