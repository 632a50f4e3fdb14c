import { useRouteContext } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure, type Result, reasonOf } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Empty } from '#ui/empty.tsx'
import { localized } from '#ui/localized.ts'
import { Page } from '#ui/page.tsx'

interface ShopReturnProps {
  portalId: string | undefined
  lead: string
  /** Why there is nothing to finish. */
  problem?: string | undefined
  finish: (portalId: string) => Promise<Result<unknown>>
}

/** Where a shop sends people back to once they have allowed it. A button, because an address is opened by anybody. */
export function ShopReturn({ portalId, lead, finish, ...props }: ShopReturnProps) {
  const { session } = useRouteContext({ from: '__root__' })
  const [problem, setProblem] = useState(portalId ? props.problem : m['shops.return.none']())
  const [busy, setBusy] = useState(false)
  const staff = session?.user.staff ?? false
  const press = async () => {
    if (!portalId) return
    setBusy(true)
    const shop = await finish(portalId)
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
  return (
    <Page title={m['shops.return.title']()} lead={lead}>
      <Button look="primary" busy={busy} onClick={press}>
        {m['shops.return.finish']()}
      </Button>
    </Page>
  )
}
