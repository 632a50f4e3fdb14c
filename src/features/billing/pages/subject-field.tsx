import { useRouteContext } from '@tanstack/react-router'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { optionsNamed } from '#ui/options-named.ts'
import type { PickOption } from '#ui/pick-box.tsx'
import { PickField } from '#ui/pick-field.tsx'
import type { Splits } from '../splits-contract.ts'
import { nameIn } from './split-words.ts'

/** `product id`, `release id`, or nothing: all of the portal. */
export const subjectOf = (value: string) => {
  const [kind, id] = value.split(' ')
  return kind === 'product' ? { productId: id } : kind === 'release' ? { releaseId: id } : {}
}

interface SubjectProps {
  splits: Pick<Splits, 'products' | 'releases'>
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** What is shared: all of a portal, one of its products, or one of its releases. */
export function SubjectField({ splits: { products, releases }, value, error, onChange }: SubjectProps) {
  const options: PickOption[] = [
    ...products.map(({ id, name }) => ({
      value: `product ${id}`,
      label: m['billing.splits.product']({ name: nameIn(name) }),
    })),
    ...releases.map(({ id, name }) => ({
      value: `release ${id}`,
      label: m['billing.splits.release']({ name: nameIn(name) }),
    })),
  ]
  return (
    <PickField
      label={m['billing.splits.subject']()}
      none={m['billing.splits.whole']()}
      value={value}
      options={options}
      error={error}
      clearable
      find={async (q) => optionsNamed(options, q)}
      onChange={onChange}
    />
  )
}

interface AccountProps {
  label: string
  value: string
  /** Those that are likely, before anything is typed. */
  known: readonly { id: string; name: string }[]
  /** Of members: the portal whose account shares; they find only who shares with it already. */
  sharers?: string | undefined
  error: string | undefined
  onChange: (accountId: string) => void
}

/** One of all accounts, or of those that one may share with, by name. */
export function AccountField({ known, sharers, ...props }: AccountProps) {
  const { api } = useRouteContext({ from: '__root__' })
  const optionOf = ({ id, name }: { id: string; name: string }): PickOption => ({ value: id, label: name })
  return (
    <PickField
      {...props}
      none={m['billing.splits.choose']()}
      options={known.map(optionOf)}
      searched
      find={async (q) => {
        const found = sharers
          ? await api.billing.listSharers({ portalId: sharers, q }, { key: 'pick-sharer' })
          : await api.billing.findAccounts({ q })
        if (isFailure(found)) return undefined
        const options = found.accounts.map(optionOf)
        if (!sharers) return options
        // Those that were found by their tax number share nothing yet, so that by name only this page knows them.
        const here = optionsNamed(known.map(optionOf), q)
        return [...here, ...options.filter(({ value }) => here.every((one) => one.value !== value))]
      }}
    />
  )
}
