import { createFileRoute, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import classes from '#features/orders/pages/orders.module.css'
import { findSkuChoices } from '#features/orders/pages/sku-choices.ts'
import { SkuFilters, skuWords } from '#features/orders/pages/sku-filters.tsx'
import { SkuTable } from '#features/orders/pages/sku-table.tsx'
import { readSkusSearch } from '#features/orders/pages/skus-search.ts'
import { OpenQuestions } from '#features/shops/pages/open-questions.tsx'
import { currentPortal } from '#pages/navigation.ts'
import { notThere } from '#pages/not-there.ts'
import { stocksTabs } from '#pages/stocks-tabs.ts'
import { m } from '#paraglide/messages.js'
import { can } from '#platform/permissions.ts'
import { Button } from '#ui/button.tsx'
import { ListPage } from '#ui/list-page.tsx'
import { useListSearch } from '#ui/list-search.ts'
import { Tabs } from '#ui/tabs.tsx'
import { toast } from '#ui/toast.tsx'
import { useWished } from '#ui/use-wished.ts'

const readSearch = (search: Record<string, unknown>) => readSkusSearch(search, ['unmapped', 'mapped'])

/** Every SKU that shops have sent, and what it stands for: many are mapped at once. */
export const Route = createFileRoute('/_app/stocks/skus')({
  validateSearch: readSearch,
  loaderDeps: ({ search }) => search,
  loader: async ({ context: { api, session }, deps }) => {
    const portal = currentPortal(session)
    if (!portal) notThere()
    const manages = can(portal.permissions, 'stocks.managestocks')
    const [skus, questions] = await Promise.all([
      api.orders.listSkus({ portalId: portal.id, ...deps }, { key: 'skus' }),
      manages ? api.shops.listOpenQuestions({}) : undefined,
    ])
    return { portal, skus, questions: questions && !isFailure(questions) ? questions : undefined }
  },
  head: () => ({ meta: [{ title: `${m['orders.skus.title']()} · Backline` }] }),
  component: SkusPage,
})

function SkusPage() {
  const { portal, skus, questions } = Route.useLoaderData()
  const { session, api } = Route.useRouteContext()
  const search = useWished(Route.useSearch(), readSearch)
  const router = useRouter()
  const [changes, setChanges] = useState<Record<string, string>>({})
  const [busy, setBusy] = useState(false)
  const count = Object.keys(changes).length
  const { filter, clear, page } = useListSearch(readSearch)
  const save = async (answers: Record<string, string>) => {
    setBusy(true)
    const mapped = await api.orders.mapSkus({
      portalId: portal.id,
      skus: Object.entries(answers).map(([id, value]) => {
        const [productId, variantId] = value.split('/')
        return { id, productId: productId || null, ...(variantId ? { variantId } : {}) }
      }),
    })
    setBusy(false)
    if (isFailure(mapped)) return toast(m['orders.skus.failed'](), { kind: 'error' })
    setChanges((now) => Object.fromEntries(Object.entries(now).filter(([id]) => !(id in answers))))
    toast(m['orders.skus.done']({ count: mapped.mapped }))
    await router.invalidate()
  }
  return (
    <ListPage
      {...skuWords()}
      lead={m['orders.skus.lead']()}
      tabs={<Tabs label={m['shell.tabs.label']()} tabs={stocksTabs(session)} path="/stocks/skus" />}
      found={skus}
      filtered={search.q !== undefined || search.state !== undefined}
      empty={{ title: m['orders.skus.empty.title'](), text: m['orders.skus.empty.text']() }}
      example={() =>
        import('#features/orders/pages/example-skus.ts').then(({ exampleSkus }) => exampleSkus())
      }
      onClear={clear}
      onPage={page}
      above={questions ? <OpenQuestions questions={questions} several={portal.master} /> : undefined}
      filters={
        <SkuFilters
          search={search}
          all={m['products.filter.all']()}
          states={[
            {
              value: 'unmapped',
              label: m['orders.skus.unmapped']({ count: isFailure(skus) ? 0 : skus.unmapped }),
            },
            { value: 'mapped', label: m['orders.skus.mapped']() },
          ]}
          onFilter={filter}
        />
      }
      below={
        count > 0 ? (
          <div className={classes.bar} role="status">
            <Button onClick={() => setChanges({})}>{m['ui.discard']()}</Button>
            <Button look="primary" busy={busy} onClick={() => save(changes)}>
              {m['orders.skus.save']({ count })}
            </Button>
          </div>
        ) : undefined
      }
    >
      {({ items }) => (
        <SkuTable
          skus={items}
          changes={changes}
          find={(q) => findSkuChoices(api, portal.id, q)}
          editable={can(portal.permissions, 'stocks.managestocks')}
          onAnswer={(id, value) => void save({ [id]: value })}
          onChange={(id, value, saved) =>
            setChanges((now) => {
              const { [id]: _, ...rest } = now
              return value === saved ? rest : { ...rest, [id]: value }
            })
          }
        />
      )}
    </ListPage>
  )
}
