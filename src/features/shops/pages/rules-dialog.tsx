import { mdiPlus } from '@mdi/js'
import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { type RuleKind, ruleKinds } from '#features/connectors/choices.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { toast } from '#ui/toast.tsx'
import type { Shop } from '../contract.ts'
import classes from './shop-state.module.css'
import { ruleWord } from './shop-words.ts'

interface RulesDialogProps {
  portalId: string
  shop: Shop
  targets: readonly { id: string; name: string }[]
  onClose: () => void
}

/** What of a label's shop belongs to which of its portals. */
export default function RulesDialog({ portalId, shop, targets, onClose }: RulesDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [made, setMade] = useState(shop.rules.length)
  const form = useForm({ rules: shop.rules.map((rule, key) => ({ ...rule, key })) }, m['shops.failed']())
  const { values, set, errors } = form
  const change = (at: number, part: Partial<Shop['rules'][number]>) =>
    set(
      'rules',
      values.rules.map((rule, place) => (place === at ? { ...rule, ...part } : rule)),
    )
  const add = () => {
    set('rules', [...values.rules, { kind: 'vendor', value: '', targetId: targets[0]?.id ?? '', key: made }])
    setMade(made + 1)
  }
  const send = async () => {
    const rules = values.rules.map(({ key: _, ...rule }) => rule)
    const saved = await form.send(() => api.shops.updateShopRules({ portalId, connectorId: shop.id, rules }))
    if (!saved) return
    toast(m['shops.rules.saved']())
    onClose()
    await router.invalidate()
  }
  return (
    <Dialog label={m['shops.rules.title']()} onClose={onClose}>
      <DialogForm
        title={m['shops.rules.title']()}
        verb={m['shops.rules.save']()}
        form={form}
        onSend={send}
        onClose={onClose}
      >
        <p>{m['shops.rules.lead']()}</p>
        {values.rules.map((rule, at) => (
          <div key={rule.key} className={classes.rule}>
            <SelectField
              label={m['shops.rules.kind']()}
              value={rule.kind}
              options={ruleKinds.map((value) => ({ value, label: ruleWord(shop.kind, value) }))}
              onChange={(event) => change(at, { kind: event.currentTarget.value as RuleKind })}
            />
            <TextField
              label={m['shops.rules.value']()}
              maxLength={120}
              value={rule.value}
              error={errors[`rules.${at}.value`]}
              onChange={(event) => change(at, { value: event.currentTarget.value })}
            />
            <SelectField
              label={m['shops.rules.target']()}
              value={rule.targetId}
              error={errors[`rules.${at}.targetId`]}
              options={targets.map(({ id, name }) => ({ value: id, label: name }))}
              onChange={(event) => change(at, { targetId: event.currentTarget.value })}
            />
            <Button size="sm" onClick={() => set('rules', values.rules.toSpliced(at, 1))}>
              {m['shops.rules.remove']()}
            </Button>
          </div>
        ))}
        <div>
          <Button adds size="sm" icon={mdiPlus} onClick={add}>
            {m['shops.rules.add']()}
          </Button>
        </div>
      </DialogForm>
    </Dialog>
  )
}
