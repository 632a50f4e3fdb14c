import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { typedWhole } from '#ui/amounts.ts'
import { Button } from '#ui/button.tsx'
import { TextField } from '#ui/field.tsx'
import { useMetForm } from '#ui/met-form.tsx'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import { useUnsavedQuestion } from '#ui/unsaved-question.ts'
import type { StockRow } from '../contract.ts'
import classes from './stocks.module.css'

const numberOf = (text: string) => (text.trim() === '' ? 0 : typedWhole(text))

const valuesOf = (stock: StockRow | null) => ({
  incoming: String(stock?.incoming ?? 0),
  safety: String(stock?.safety ?? 0),
  lowAt: String(stock?.lowAt ?? ''),
})

/** What is on its way, what is kept back, and when somebody is told that it runs low. */
export function LevelsForm({ portalId, stock }: { portalId: string; stock: StockRow }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const stockId = stock.id
  const { form, send, goOn, conflict } = useMetForm({
    entity: stock,
    valuesOf,
    write: ({ incoming, safety, lowAt }, known) =>
      api.stocks.updateStock(
        {
          ...{ portalId, stockId, incoming: numberOf(incoming), safety: numberOf(safety) },
          lowAt: lowAt.trim() === '' ? null : typedWhole(lowAt),
        },
        { version: (known ?? stock).version },
      ),
    read: () => api.stocks.getStock({ portalId, stockId }),
    failed: m['stocks.move.failed'](),
    names: {
      incoming: m['stocks.column.incoming'],
      safety: m['stocks.column.safety'],
      lowAt: m['stocks.levels.lowAt'],
    },
  })
  const question = useUnsavedQuestion(form)
  const { values, set, errors } = form
  const save = async () => {
    const saved = await send()
    if (!saved) return
    goOn(saved)
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
        if (!form.busy) void save()
      }}
    >
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      {conflict}
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
      {question}
    </form>
  )
}
