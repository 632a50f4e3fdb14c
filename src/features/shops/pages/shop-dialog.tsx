import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { ConnectorKind } from '#features/connectors/choices.ts'
import { kindOptions } from '#features/connectors/pages/connector-words.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { useForm } from '#ui/form.ts'
import { toast } from '#ui/toast.tsx'
import { shopifyNameIn } from '../choices.ts'
import { shopWords } from './shop-words.ts'

interface ShopDialogProps {
  portalId: string
  /** Kinds of shops that can be connected here. */
  kinds: readonly ConnectorKind[]
  /** Whether shops of Shopify can be asked for their consent. */
  consent: boolean
  /** Connections by hand, one of which may be the same shop. */
  byHand: readonly { id: string; name: string; kind: ConnectorKind }[]
  /** Of a shop that is renewed. */
  name?: string
  domain?: string
  onClose: () => void
}

/** Sends somebody to their shop, to allow Backline into it, or takes keys that they have made there. */
export default function ShopDialog({ portalId, kinds, consent, byHand, onClose, ...props }: ShopDialogProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  // Without an app of the installation a shop of Shopify needs one of its own, which is the longest way.
  const first = consent ? kinds[0] : (kinds.find((one) => one !== 'shopify') ?? kinds[0])
  const [kind, setKind] = useState<ConnectorKind>(first ?? 'woocommerce')
  const [typed, setTyped] = useState(false)
  const same = byHand.filter((one) => one.kind === kind)
  const form = useForm(
    {
      ...{
        domain: props.domain ?? '',
        name: props.name ?? '',
        token: '',
        consumerKey: '',
        consumerSecret: '',
      },
      ...{ clientId: '', clientSecret: '' },
      replacesId: same[0]?.id ?? '',
    },
    m['shops.failed'](),
  )
  const { values, set, errors } = form
  const words = shopWords(kind)
  const withKeys = kind === 'shopify' ? typed || !consent : kind === 'woocommerce' && typed
  const atOnce = withKeys || kind === 'printful'
  const choose = (next: ConnectorKind) => {
    setKind(next)
    setTyped(false)
    set('replacesId', byHand.find((one) => one.kind === next)?.id ?? '')
  }
  const send = async () => {
    const { domain, token, consumerKey, consumerSecret, clientId, clientSecret } = values
    const any = { portalId, name: values.name, replacesId: values.replacesId || null }
    const wish = { ...any, domain }
    if (atOnce) {
      const made = await form.send(() =>
        kind === 'printful'
          ? api.shops.connectPrintful({ ...any, token })
          : kind === 'shopify'
            ? api.shops.connectShopify({ ...wish, clientId, clientSecret })
            : api.shops.connectWooCommerce({ ...wish, consumerKey, consumerSecret }),
      )
      if (!made) return
      toast(m['shops.connected']())
      onClose()
      return router.invalidate()
    }
    const started = await form.send(() =>
      kind === 'woocommerce' ? api.shops.startWooCommerce(wish) : api.shops.startShopify(wish),
    )
    if (started) window.location.assign(started.url)
  }
  return (
    <Dialog label={m['shops.connect']()} onClose={onClose}>
      <DialogForm
        title={m['shops.connect']()}
        verb={atOnce ? m['shops.withKeys']() : words.go}
        form={form}
        onSend={send}
        onClose={onClose}
      >
        {kinds.length > 1 ? (
          <SelectField
            label={m['shops.kind']()}
            value={kind}
            options={kindOptions().filter(({ value }) => kinds.includes(value))}
            onChange={(event) => choose(event.currentTarget.value as ConnectorKind)}
          />
        ) : undefined}
        <p>{withKeys ? words.keysLead : words.lead}</p>
        {kind === 'printful' ? (
          <TextField
            label={m['shops.printful.token']()}
            autoComplete="off"
            spellCheck={false}
            value={values.token}
            error={errors.token}
            data-autofocus
            onChange={(event) => set('token', event.currentTarget.value)}
          />
        ) : (
          <TextField
            label={m['shops.domain']()}
            help={words.domainHelp}
            placeholder={words.example}
            autoComplete="off"
            inputMode="url"
            value={values.domain}
            error={errors.domain}
            data-autofocus
            onChange={(event) => set('domain', event.currentTarget.value)}
          />
        )}
        {kind === 'woocommerce' && kinds.includes('shopify') && shopifyNameIn(values.domain) ? (
          <div>
            <Button size="sm" onClick={() => choose('shopify')}>
              {m['shops.asShopify']()}
            </Button>
          </div>
        ) : undefined}
        <TextField
          label={m['shops.name']()}
          help={kind === 'printful' ? undefined : m['shops.nameHelp']()}
          maxLength={40}
          value={values.name}
          error={errors.name}
          onChange={(event) => set('name', event.currentTarget.value)}
        />
        {withKeys
          ? (kind === 'shopify'
              ? ([
                  ['clientId', m['shops.ownApp.clientId']()],
                  ['clientSecret', m['shops.ownApp.clientSecret']()],
                ] as const)
              : ([
                  ['consumerKey', m['shops.consumerKey']()],
                  ['consumerSecret', m['shops.consumerSecret']()],
                ] as const)
            ).map(([field, label]) => (
              <TextField
                key={field}
                label={label}
                autoComplete="off"
                spellCheck={false}
                value={values[field]}
                error={errors[field]}
                onChange={(event) => set(field, event.currentTarget.value)}
              />
            ))
          : undefined}
        {same.length > 0 ? (
          <SelectField
            label={m['shops.replaces']()}
            help={m['shops.replacesHelp']()}
            value={values.replacesId}
            error={errors.replacesId}
            options={[
              ...same.map(({ id, name }) => ({ value: id, label: m['shops.replacesOne']({ name }) })),
              { value: '', label: m['shops.replacesNone']() },
            ]}
            onChange={(event) => set('replacesId', event.currentTarget.value)}
          />
        ) : undefined}
        {kind === 'woocommerce' || (kind === 'shopify' && consent) ? (
          <div>
            <Button size="sm" onClick={() => setTyped(!typed)}>
              {typed ? m['shops.instead.consent']() : words.instead}
            </Button>
          </div>
        ) : undefined}
      </DialogForm>
    </Dialog>
  )
}
