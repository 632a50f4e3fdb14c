import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import type { Api, Failure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { todayPlus } from '#platform/windows.ts'
import { Button } from '#ui/button.tsx'
import { DialogActions } from '#ui/dialog-parts.tsx'
import { saveFrom } from '#ui/download.ts'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { FieldRow } from '#ui/form-page.tsx'
import { here } from '#ui/formats.ts'
import { Notice } from '#ui/notice.tsx'
import { taxModels } from '../choices.ts'
import classes from './billing.module.css'

type Declaration = Exclude<Awaited<ReturnType<Api['billing']['getTaxDeclaration']>>, Failure | undefined>

/** What is declared as withheld: looked at, then taken as a file. */
export function Summaries({ onClose }: { onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const today = todayPlus(new Date())
  const year = Number(today.slice(0, 4))
  const form = useForm(
    {
      model: '111' as (typeof taxModels)[number],
      year: String(year),
      quarter: String(Math.ceil(Number(today.slice(5, 7)) / 3)),
    },
    m['billing.failed'](),
  )
  const { values, set, errors } = form
  const quarterly = values.model === '111' || values.model === '123'
  const [seen, setSeen] = useState<{ of: string; found: Declaration }>()
  const asked = {
    ...{ model: values.model, year: Number(values.year) },
    ...(quarterly ? { quarter: Number(values.quarter) } : {}),
  }
  const of = JSON.stringify(asked)
  const look = async () => {
    const found = await form.send(() => api.billing.getTaxDeclaration(asked))
    if (found) setSeen({ of, found })
  }
  const save = async () => {
    await form.send(() => saveFrom('/api/billing/taxSummary', asked))
  }
  return (
    <form
      ref={form.ref}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!form.busy) void look()
      }}
    >
      <h2>{m['billing.summary.models']()}</h2>
      {form.problem ? <Notice kind="error">{form.problem}</Notice> : undefined}
      <FieldRow>
        <SelectField
          label={m['billing.summary.model']()}
          value={values.model}
          options={taxModels.map((value) => ({ value, label: value }))}
          onChange={(event) => set('model', event.currentTarget.value as (typeof taxModels)[number])}
        />
        <TextField
          label={m['billing.summary.year']()}
          inputMode="numeric"
          value={values.year}
          error={errors.year}
          onChange={(event) => set('year', event.currentTarget.value)}
        />
      </FieldRow>
      {quarterly ? (
        <SelectField
          label={m['billing.summary.quarter']()}
          value={values.quarter}
          error={errors.quarter}
          options={['1', '2', '3', '4'].map((value) => ({
            value,
            label: m['billing.summary.quarterOf']({ quarter: value }),
          }))}
          onChange={(event) => set('quarter', event.currentTarget.value)}
        />
      ) : undefined}
      <p className={classes.quiet}>{m['billing.summary.byPayment']()}</p>
      <p className={classes.quiet}>{m['billing.summary.residents']()}</p>
      {values.model === '123' || values.model === '193' ? (
        <p className={classes.quiet}>{m['billing.summary.noKey']()}</p>
      ) : undefined}
      {seen?.of === of ? <Declared found={seen.found} /> : undefined}
      <DialogActions>
        <Button onClick={onClose}>{m['ui.close']()}</Button>
        <Button onClick={save}>{m['billing.summary.downloadModel']()}</Button>
        <Button type="submit" busy={form.busy}>
          {m['billing.summary.look']()}
        </Button>
      </DialogActions>
    </form>
  )
}

function Declared({ found }: { found: Declaration }) {
  const { money, number } = here()
  return (
    <>
      {found.rows.length === 0 ? (
        <p className={classes.text}>{m['billing.summary.none']()}</p>
      ) : (
        <>
          <p className={classes.text}>
            {m['billing.summary.sums']({
              payees: number(found.payees),
              ...{ base: money(found.baseCents), retention: money(found.retentionCents) },
            })}
          </p>
          <ul className={classes.list}>
            {found.rows.map((row) => (
              <li key={`${row.taxId} ${row.key} ${row.province}`}>
                <span>
                  {row.name} · {row.taxId}
                  <small>
                    {m['billing.summary.key']()} {row.key || '–'} · {m['billing.summary.province']()}{' '}
                    {row.province} · {m['billing.summary.base']()} {money(row.baseCents)}
                  </small>
                </span>
                <b>{money(row.retentionCents)}</b>
              </li>
            ))}
          </ul>
        </>
      )}
      {found.toPayCents === 0 ? undefined : (
        <p className={classes.quiet}>{m['billing.summary.toPay']({ amount: money(found.toPayCents) })}</p>
      )}
    </>
  )
}
