import { useRouteContext, useRouter } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { typedWhole } from '#ui/amounts.ts'
import { Button } from '#ui/button.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { Notice } from '#ui/notice.tsx'
import { toast } from '#ui/toast.tsx'
import { useUnsavedQuestion } from '#ui/unsaved-question.ts'
import type { StockRow } from '../contract.ts'
import { kindWord, stockName } from './stock-words.ts'
import classes from './stocks.module.css'

type Act = 'count' | 'production' | 'return' | 'damage' | 'transfer' | 'note'
const acts: readonly Act[] = ['count', 'production', 'return', 'damage', 'transfer', 'note']

interface MoveFormProps {
  portalId: string
  stock: StockRow
  others: readonly StockRow[]
}

/** Writes down a count, goods that came or went, a transfer, or a note. */
export function MoveForm({ portalId, stock, others }: MoveFormProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const form = useForm({ act: 'count' as Act, units: '', toId: '', note: '' }, m['stocks.move.failed']())
  const question = useUnsavedQuestion(form)
  const { values, set, errors } = form
  const at = { portalId, stockId: stock.id }
  const { act, note, toId } = values
  const units = typedWhole(values.units)
  const write = (): Promise<unknown> => {
    if (act === 'count') return api.stocks.countStock({ ...at, onHand: units, note })
    if (act === 'transfer') return api.stocks.transferStock({ portalId, fromId: stock.id, toId, units, note })
    const signed = act === 'damage' ? -Math.abs(units) : units
    return api.stocks.addMovement({ ...at, kind: act, units: act === 'note' ? 0 : signed, note })
  }
  const send = async () => {
    const moved = await form.send(() => write() as ReturnType<typeof api.stocks.countStock>)
    if (!moved) return
    toast(m['stocks.move.done']())
    form.reset({ act, units: '', toId: '', note: '' })
    await router.invalidate()
  }
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
      <SelectField
        label={m['stocks.move.what']()}
        value={act}
        options={acts.map((value) => ({ value, label: kindWord(value) }))}
        onChange={(event) => set('act', event.currentTarget.value as Act)}
      />
      {act === 'note' ? undefined : (
        <TextField
          label={act === 'count' ? m['stocks.move.counted']() : m['stocks.move.units']()}
          inputMode="numeric"
          value={values.units}
          error={errors.units ?? errors.onHand}
          onChange={(event) => set('units', event.currentTarget.value)}
        />
      )}
      {act === 'transfer' ? (
        <SelectField
          label={m['stocks.move.to']()}
          value={toId}
          error={errors.toId}
          options={[
            { value: '', label: m['stocks.move.choose']() },
            ...others.map((one) => ({ value: one.id, label: stockName(one) })),
          ]}
          onChange={(event) => set('toId', event.currentTarget.value)}
        />
      ) : undefined}
      <TextField
        label={m['stocks.move.note']()}
        optional={act !== 'note'}
        maxLength={200}
        value={note}
        error={errors.note ?? (act === 'note' ? errors.units : undefined)}
        onChange={(event) => set('note', event.currentTarget.value)}
      />
      <Button type="submit" look="primary" busy={form.busy}>
        {m['stocks.move.send']()}
      </Button>
      {question}
    </form>
  )
}
