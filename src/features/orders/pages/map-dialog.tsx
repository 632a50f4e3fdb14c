import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { TextField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { toast } from '#ui/toast.tsx'
import { units } from '#ui/units.ts'
import { useAnswer } from '#ui/use-answer.ts'
import type { StaffSku } from '../sku-contract.ts'
import classes from './orders.module.css'

interface Choice {
  value: string
  label: string
}

const typingPauseMs = 200

/** What a SKU stands for: the products of its portal, narrowed down by their words. */
export default function MapDialog({ sku, onClose }: { sku: StaffSku; onClose: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [failed, setFailed] = useState(false)
  const [words, setWords] = useState('')
  const [target, setTarget] = useState(sku.target ?? '')
  const [busy, setBusy] = useState(false)
  const portalId = sku.portal.id
  const { answer } = useAnswer(
    () => api.orders.listSkuChoices({ portalId, q: words }, { key: 'sku-choices' }),
    `${portalId} ${words.trim()}`,
    words ? typingPauseMs : 0,
  )
  const found = isFailure(answer) ? undefined : answer
  const problem = failed
    ? m['orders.skus.failed']()
    : answer !== undefined && isFailure(answer)
      ? m['orders.skus.loadFailed']()
      : undefined
  const send = async () => {
    setBusy(true)
    const [productId = '', variantId] = target.split('/')
    const mapped = await api.orders.mapSkus({
      portalId,
      skus: [{ id: sku.id, productId: productId || null, ...(variantId ? { variantId } : {}) }],
    })
    setBusy(false)
    if (isFailure(mapped)) return setFailed(true)
    toast(productId ? m['orders.skus.assigned']() : m['orders.skus.unassigned']())
    onClose()
    await router.invalidate()
  }
  const title = m['orders.skus.which']({ sku: sku.sku })
  return (
    <Dialog label={title} onClose={onClose}>
      <DialogForm
        title={title}
        text={
          <>
            {[sku.portal.name, sku.name !== sku.sku ? sku.name : ''].filter(Boolean).join(' · ')}
            <br />
            {m['orders.skus.whichText']({ units: units(sku.units) })}
          </>
        }
        verb={m['orders.skus.assign']()}
        disabled={target === (sku.target ?? '')}
        form={{ busy, problem }}
        onSend={send}
        onClose={onClose}
      >
        <TextField
          label={m['orders.skus.find']()}
          type="search"
          autoComplete="off"
          data-autofocus
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        <Targets
          sku={sku}
          found={found}
          busy={found === undefined && !problem}
          target={target}
          onChoose={setTarget}
        />
      </DialogForm>
    </Dialog>
  )
}

interface TargetsProps {
  sku: StaffSku
  found: { choices: readonly Choice[]; total: number } | undefined
  busy: boolean
  target: string
  onChoose: (value: string) => void
}

function Targets({ sku, found, busy, target, onChoose }: TargetsProps) {
  const listed = found?.choices ?? []
  const more = (found?.total ?? 0) - listed.length
  return (
    <fieldset className={classes.choices} aria-busy={busy}>
      <legend data-unseen="always">{m['orders.skus.target']()}</legend>
      {sku.target ? (
        <Choice value="" label={m['orders.skus.noTarget']()} target={target} onChoose={onChoose} />
      ) : undefined}
      {listed.map((choice) => (
        <Choice key={choice.value} {...choice} target={target} onChoose={onChoose} />
      ))}
      {found && listed.length === 0 ? (
        <p>{m['orders.skus.nothing']({ portal: sku.portal.name })}</p>
      ) : undefined}
      {more > 0 ? <p>{m['orders.skus.more']({ count: here().number(more) })}</p> : undefined}
    </fieldset>
  )
}

function Choice({
  value,
  label,
  target,
  onChoose,
}: Choice & { target: string; onChoose: (value: string) => void }) {
  return (
    <label>
      <input
        type="radio"
        name="target"
        value={value}
        checked={target === value}
        onChange={() => onChoose(value)}
      />
      {label}
    </label>
  )
}
