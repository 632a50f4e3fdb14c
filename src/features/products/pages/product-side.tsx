import { mdiAlertCircleOutline, mdiCheckCircleOutline } from '@mdi/js'
import { useNavigate, useRouteContext } from '@tanstack/react-router'
import { type Failure, isFailure, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import { Status } from '#ui/status.tsx'
import { toast } from '#ui/toast.tsx'
import { useUndoable } from '#ui/use-undoable.ts'
import type { Gap } from '../choices.ts'
import type { Product } from '../contract.ts'
import { FansWaiting } from './fans-waiting.tsx'
import { statusOf } from './product-words.ts'
import classes from './products.module.css'

const needs: Record<Product['format'], Gap> = {
  onDemand: 'blankId',
  limited: 'editionUnits',
  presave: 'releaseOn',
  digital: 'fileUrl',
}
const needWords: Record<Gap, () => string> = {
  pictures: m['products.need.pictures'],
  priceCents: m['products.need.priceCents'],
  taxClass: m['products.need.taxClass'],
  blankId: m['products.need.blankId'],
  editionUnits: m['products.need.editionUnits'],
  releaseOn: m['products.need.releaseOn'],
  fileUrl: m['products.need.fileUrl'],
}

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Whether it sells, what it still needs to, and what can be done with it. */
export function ProductState({ product, editable }: { product: Product; editable: boolean }) {
  const { api } = useRouteContext({ from: '__root__' })
  const navigate = useNavigate()
  const at = { portalId: product.portal.id, productId: product.id }
  const { mark, word } = statusOf(product)
  const duplicate = async () => {
    const copy = await api.products.duplicateProduct(at)
    if (isFailure(copy)) return toast(m['products.state.failed'](), { kind: 'error' })
    toast(m['products.state.duplicated']())
    await navigate({
      to: '/products/$portalId/$productId',
      params: { portalId: copy.portal.id, productId: copy.id },
    })
  }
  const undoable = useUndoable()
  /** What a product lacks is said by the field: all of it in one breath. */
  const failed = (failure: Failure | undefined) => {
    const fields = typeof failure?.error === 'object' ? Object.values(failure.error.fields ?? {}) : []
    return fields.join(' ') || (reasonOf(failure) ?? m['products.state.failed']())
  }
  const remove = () =>
    undoable({
      act: (options) => api.products.deleteProduct(at, options),
      done: m['products.state.deleted'](),
      failed,
      leaveTo: '/products',
    })
  const archive = () =>
    undoable({
      act: (options) => api.products.archiveProduct(at, options),
      done: m['products.state.archived'](),
      failed,
    })
  const activate = () =>
    undoable({
      act: (options) => api.products.activateProduct(at, options),
      done: m['products.state.activated'](),
      failed,
    })
  const redraft = () =>
    undoable({
      act: (options) => api.products.redraftProduct(at, options),
      done: m['products.state.redrafted'](),
      failed,
    })
  const wanted: Gap[] = ['pictures', 'priceCents', 'taxClass', needs[product.format]]
  return (
    <Frame title={m['products.state.title']()} control={<Status mark={mark}>{word}</Status>}>
      <ul className={classes.list}>
        {wanted.map((gap) => {
          const missing = product.gaps.includes(gap)
          return (
            <li key={gap} data-missing={missing || undefined}>
              <Icon path={missing ? mdiAlertCircleOutline : mdiCheckCircleOutline} size={17} />
              {missing
                ? m['products.need.missing']({ what: needWords[gap]() })
                : capitalised(needWords[gap]())}
            </li>
          )
        })}
      </ul>
      {product.buyable ? (
        <p className={classes.soft}>
          {m['products.buyable.at']({
            shops: product.purchaseAddresses.map(({ shop }) => shop).join(', '),
          })}
        </p>
      ) : (
        <Notice kind="warning">{m['products.buyable.notice']()}</Notice>
      )}
      <FansWaiting product={product} />
      {editable ? (
        <div className={classes.buttons}>
          {product.status === 'draft' ? (
            <Button look="primary" onClick={activate}>
              {m['products.state.activate']()}
            </Button>
          ) : (
            <Button onClick={redraft}>{m['products.state.redraft']()}</Button>
          )}
          <Button onClick={duplicate}>{m['products.state.duplicate']()}</Button>
          {product.status === 'archived' ? undefined : (
            <Button onClick={archive}>{m['products.state.archive']()}</Button>
          )}
          {product.status === 'draft' && !product.sold ? (
            <Button look="danger" onClick={remove}>
              {m['products.state.delete']()}
            </Button>
          ) : undefined}
        </div>
      ) : undefined}
    </Frame>
  )
}
