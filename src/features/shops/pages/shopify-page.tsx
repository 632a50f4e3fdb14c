import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure, reasonOf } from '#client.ts'
import { isUuid } from '#pages/navigation.ts'
import { m } from '#paraglide/messages.js'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { localized } from '#ui/localized.ts'
import { Page } from '#ui/page.tsx'

/** Where a shop of Shopify sends people back to once they have allowed it. A button, because an address is opened by anybody. */
export const Route = createFileRoute('/_app/stocks/connectors/shopify')({
  validateSearch: ({ answer }: Record<string, unknown>): { answer?: string } =>
    typeof answer === 'string' ? { answer } : {},
  head: () => ({
    meta: [
      { title: `${m['shops.return.title']()} · Backline` },
      { name: 'referrer', content: 'no-referrer' },
    ],
  }),
  component: ShopifyPage,
})

/** The state names the portal that the shop was wanted for. */
const portalIn = (answer: string) => {
  const [portalId = ''] = (new URLSearchParams(answer).get('state') ?? '').split('.')
  return isUuid(portalId) ? portalId : undefined
}

function ShopifyPage() {
  const { api, session } = Route.useRouteContext()
  const { answer = '' } = Route.useSearch()
  const portalId = portalIn(answer)
  const [problem, setProblem] = useState<string | undefined>(portalId ? undefined : m['shops.return.none']())
  const [busy, setBusy] = useState(false)
  const staff = session?.user.staff ?? false
  const finish = async () => {
    if (!portalId) return
    setBusy(true)
    const shop = await api.shops.finishShopify({ portalId, answer })
    if (!isFailure(shop))
      return window.location.replace(
        localized(staff ? `/products/connectors?portal=${portalId}` : '/stocks/connectors'),
      )
    setBusy(false)
    setProblem(reasonOf(shop) ?? m['shops.failed']())
  }
  if (problem)
    return (
      <Page title={m['shops.return.title']()}>
        <Empty
          title={m['shops.return.failed']()}
          text={problem}
          action={
            <ButtonLink to={staff ? '/products/connectors' : '/stocks/connectors'} look="primary">
              {m['shops.return.back']()}
            </ButtonLink>
          }
        />
      </Page>
    )
  const shop = new URLSearchParams(answer).get('shop') ?? ''
  return (
    <Page title={m['shops.return.title']()} lead={m['shops.return.lead']({ shop })}>
      <Button look="primary" busy={busy} onClick={finish}>
        {m['shops.return.finish']()}
      </Button>
    </Page>
  )
}
