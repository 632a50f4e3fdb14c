import { useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import type { Result } from '#client.ts'
import type { ConnectorKind } from '#features/connectors/choices.ts'
import { kindOptions } from '#features/connectors/pages/connector-words.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogForm } from '#ui/dialog-parts.tsx'
import { SelectField, TextField } from '#ui/field.tsx'
import { type Form, useForm } from '#ui/form.ts'
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

const noKeys = { token: '', consumerKey: '', consumerSecret: '', clientId: '', clientSecret: '' }
type Values = typeof noKeys & { domain: string; name: string; replacesId: string }

const valuesOf = (
  { domain = '', name = '' }: Pick<ShopDialogProps, 'domain' | 'name'>,
  same: ShopDialogProps['byHand'],
): Values => ({ ...noKeys, domain, name, replacesId: same[0]?.id ?? '' })

/** Without an app of the installation a shop of Shopify needs one of its own, which is the longest way. */
function firstKind(kinds: readonly ConnectorKind[], consent: boolean): ConnectorKind {
  const easier = consent ? undefined : kinds.find((one) => one !== 'shopify')
  return easier ?? kinds[0] ?? 'woocommerce'
}

/** Whether its shops can be asked for their consent, and take keys instead. */
const hasBothWays = (kind: ConnectorKind, consent: boolean) =>
  kind === 'woocommerce' || (kind === 'shopify' && consent)

/** Sends somebody to their shop, to allow Backline into it, or takes keys that they have made there. */
export default function ShopDialog({ portalId, kinds, consent, byHand, onClose, ...props }: ShopDialogProps) {
  const router = useRouter()
  const [kind, setKind] = useState(firstKind(kinds, consent))
  const [typed, setTyped] = useState(false)
  const same = byHand.filter((one) => one.kind === kind)
  const form = useForm<Values>(valuesOf(props, same), m['shops.failed']())
  const { values, set } = form
  const words = shopWords(kind)
  const both = hasBothWays(kind, consent)
  const withKeys = both ? typed : kind === 'shopify'
  const atOnce = withKeys || kind === 'printful'
  const choose = (next: ConnectorKind) => {
    setKind(next)
    setTyped(false)
    set('replacesId', byHand.find((one) => one.kind === next)?.id ?? '')
  }
  const calls = useCalls(portalId, values)
  const send = async () => {
    if (atOnce) {
      if (!(await form.send(calls.connect[kind]))) return
      toast(m['shops.connected']())
      onClose()
      return router.invalidate()
    }
    const started = await form.send(kind === 'woocommerce' ? calls.startWooCommerce : calls.startShopify)
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
        <WhichField kind={kind} form={form} />
        {kind === 'woocommerce' ? (
          <AsShopify kinds={kinds} domain={values.domain} onChoose={() => choose('shopify')} />
        ) : undefined}
        <NameField kind={kind} form={form} />
        {withKeys ? <KeyFields kind={kind} form={form} /> : undefined}
        <ReplacesField same={same} form={form} />
        {both ? (
          <OtherWay
            name={typed ? m['shops.instead.consent']() : words.instead}
            onChoose={() => setTyped(!typed)}
          />
        ) : undefined}
      </DialogForm>
    </Dialog>
  )
}

const OtherWay = ({ name, onChoose }: { name: string; onChoose: () => void }) => (
  <div>
    <Button size="sm" onClick={onChoose}>
      {name}
    </Button>
  </div>
)

interface AsShopifyProps extends Pick<ShopDialogProps, 'kinds'> {
  domain: string
  onChoose: () => void
}

/** An address of Shopify was typed for a shop of WooCommerce. */
const AsShopify = ({ kinds, domain, onChoose }: AsShopifyProps) =>
  kinds.includes('shopify') && shopifyNameIn(domain) ? (
    <OtherWay name={m['shops.asShopify']()} onChoose={onChoose} />
  ) : undefined

/** Connections by keys that are typed, and the ways to a shop that is asked for its consent. */
function useCalls(portalId: string, { domain, name, replacesId, ...keys }: Values) {
  const { shops } = useRouteContext({ from: '__root__' }).api
  const any = { portalId, name, replacesId: replacesId || null }
  const wish = { ...any, domain }
  const { token, consumerKey, consumerSecret, clientId, clientSecret } = keys
  const connect: Record<ConnectorKind, () => Promise<Result<unknown>>> = {
    printful: () => shops.connectPrintful({ ...any, token }),
    shopify: () => shops.connectShopify({ ...wish, clientId, clientSecret }),
    woocommerce: () => shops.connectWooCommerce({ ...wish, consumerKey, consumerSecret }),
  }
  return {
    connect,
    startWooCommerce: () => shops.startWooCommerce(wish),
    startShopify: () => shops.startShopify(wish),
  }
}

interface PartProps {
  kind: ConnectorKind
  form: Form<Values>
}

/** Which shop: by its address, or by the token of an account without one. */
const WhichField = ({ kind, form: { values, set, errors } }: PartProps) =>
  kind === 'printful' ? (
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
      help={shopWords(kind).domainHelp}
      placeholder={shopWords(kind).example}
      autoComplete="off"
      inputMode="url"
      value={values.domain}
      error={errors.domain}
      data-autofocus
      onChange={(event) => set('domain', event.currentTarget.value)}
    />
  )

const NameField = ({ kind, form: { values, set, errors } }: PartProps) => (
  <TextField
    label={m['shops.name']()}
    help={kind === 'printful' ? undefined : m['shops.nameHelp']()}
    maxLength={40}
    value={values.name}
    error={errors.name}
    onChange={(event) => set('name', event.currentTarget.value)}
  />
)

const keysOf = {
  shopify: [
    ['clientId', m['shops.ownApp.clientId']],
    ['clientSecret', m['shops.ownApp.clientSecret']],
  ],
  woocommerce: [
    ['consumerKey', m['shops.consumerKey']],
    ['consumerSecret', m['shops.consumerSecret']],
  ],
} as const

/** Keys that somebody has made in their shop. */
const KeyFields = ({ kind, form: { values, set, errors } }: PartProps) =>
  keysOf[kind === 'shopify' ? kind : 'woocommerce'].map(([field, label]) => (
    <TextField
      key={field}
      label={label()}
      autoComplete="off"
      spellCheck={false}
      value={values[field]}
      error={errors[field]}
      onChange={(event) => set(field, event.currentTarget.value)}
    />
  ))

interface ReplacesProps extends Pick<PartProps, 'form'> {
  same: ShopDialogProps['byHand']
}

/** Whether it is one that is connected by hand already. */
const ReplacesField = ({ same, form: { values, set, errors } }: ReplacesProps) =>
  same.length > 0 ? (
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
  ) : undefined
