import { mdiEyeOffOutline, mdiEyeOutline } from '@mdi/js'
import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { onSaleToldMax, type ShownProducts } from '#features/appearance/contract.ts'
import { m } from '#paraglide/messages.js'
import { getLocale } from '#paraglide/runtime.js'
import { Button, IconButton } from '#ui/button.tsx'
import { Cover } from '#ui/cover.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { DialogActions, DialogParts } from '#ui/dialog-parts.tsx'
import { TextField } from '#ui/field.tsx'
import { here } from '#ui/formats.ts'
import { SortableRow, SortableTable, UnseenHeading } from '#ui/sortable-table.tsx'
import { useAnswer } from '#ui/use-answer.ts'
import classes from './products-dialog.module.css'
import { useShownProducts } from './use-shown-products.ts'

type Product = ShownProducts['items'][number]

interface ProductsDialogProps {
  portalId: string
  products: ShownProducts
  /** What fans see has changed. */
  onChange: () => void
  onClose: () => void
}

/** How many of those that are not on the page stand below: those of that name or, without words, the newest. */
function helpOf(named: readonly Product[] | undefined, told: number, hidden: number) {
  const total = here().number(hidden)
  if (!named) return m['appearance.products.hiddenOf']({ shown: here().number(told), total })
  if (named.length === 0) return m['appearance.products.found']()
  return m['appearance.products.foundSome']({ shown: here().number(named.length), total })
}

const nameOf = ({ name }: Product) => (getLocale() === 'en' && name.en) || name.es

/** Which products stand on the page and in which order; each change is saved at once, as it is with links. */
export default function ProductsDialog({ portalId, products, onChange, onClose }: ProductsDialogProps) {
  const [q, setQ] = useState('')
  const { items, total, save } = useShownProducts(portalId, products, onChange)
  const shown = items.filter((item) => item.shown)
  const hidden = items.filter((item) => !item.shown)
  // Whoever has more than are told at once finds them by name; everybody else has them all before their eyes.
  const searched = total > onSaleToldMax
  const named = useNamed(portalId, q, searched)
  const offered = named?.filter(({ id }) => shown.every((item) => item.id !== id)) ?? hidden

  const show = (item: Product) => {
    // Not once it is saved: by then the next may be half typed.
    setQ('')
    save([...shown, { ...item, shown: true }, ...hidden.filter(({ id }) => id !== item.id)])
  }
  const hide = (item: Product) =>
    save([...shown.filter(({ id }) => id !== item.id), { ...item, shown: false }, ...hidden])

  return (
    <Dialog label={m['appearance.products.title']()} onClose={onClose}>
      <DialogParts title={m['appearance.products.title']()}>
        {items.length === 0 ? <p className={classes.quiet}>{m['appearance.products.none']()}</p> : undefined}
        {shown.length > 0 ? (
          <SortableTable
            id="shown-products"
            label={m['appearance.products.shown']()}
            items={shown}
            titleOf={nameOf}
            words={{
              help: m['links.drag.help'],
              picked: m['links.drag.picked'],
              moved: m['links.drag.moved'],
              dropped: m['links.drag.dropped'],
              cancelled: m['links.drag.cancelled'],
            }}
            editable
            onOrder={(next) => save([...next, ...hidden])}
            head={
              <tr>
                <UnseenHeading>{m['links.column.order']()}</UnseenHeading>
                <th scope="col">{m['appearance.products.shown']()}</th>
                <th scope="col" data-number>
                  {m['appearance.products.price']()}
                </th>
                <UnseenHeading>{m['links.column.menu']()}</UnseenHeading>
              </tr>
            }
          >
            {shown.map((item) => (
              <SortableRow
                key={item.id}
                id={item.id}
                editable
                handle={m['links.drag.handle']({ title: nameOf(item) })}
              >
                <td data-cell="main">
                  <Name item={item} />
                </td>
                <td data-cell="state" data-number>
                  {here().money(item.priceCents)}
                </td>
                <td data-cell="menu">
                  <IconButton
                    label={m['appearance.products.hide']({ product: nameOf(item) })}
                    path={mdiEyeOutline}
                    onClick={() => hide(item)}
                  />
                </td>
              </SortableRow>
            ))}
          </SortableTable>
        ) : undefined}
        {hidden.length > 0 ? (
          <>
            <h3>{m['appearance.products.hidden']()}</h3>
            {searched ? (
              <SearchField
                value={q}
                help={helpOf(named && offered, hidden.length, total - shown.length)}
                onChange={setQ}
              />
            ) : undefined}
            <ul className={classes.hidden}>
              {offered.map((item) => (
                <li key={item.id}>
                  <Name item={item} />
                  <IconButton
                    label={m['appearance.products.show']({ product: nameOf(item) })}
                    path={mdiEyeOffOutline}
                    onClick={() => show(item)}
                  />
                </li>
              ))}
            </ul>
          </>
        ) : undefined}
        <DialogActions>
          <Button look="primary" onClick={onClose} data-autofocus>
            {m['appearance.products.done']()}
          </Button>
        </DialogActions>
      </DialogParts>
    </Dialog>
  )
}

/** Products with these words in their name, as soon as they are known. */
function useNamed(portalId: string, q: string, searched: boolean): readonly Product[] | undefined {
  const { api } = useRouteContext({ from: '__root__' })
  const words = q.trim()
  const { answer, about } = useAnswer(
    searched && words
      ? () => api.appearance.listShownProducts({ portalId, q: words }, { key: 'shown-products' })
      : undefined,
    q,
    200,
  )
  if (words === '' || about !== q || isFailure(answer)) return undefined
  return answer.items
}

interface SearchProps {
  value: string
  help: string
  onChange: (q: string) => void
}

const SearchField = ({ value, help, onChange }: SearchProps) => (
  <TextField
    type="search"
    label={m['appearance.products.search']()}
    help={help}
    value={value}
    maxLength={100}
    autoComplete="off"
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

const Name = ({ item }: { item: Product }) => (
  <span className={classes.name}>
    <Cover of={item} />
    <b>{nameOf(item)}</b>
  </span>
)
