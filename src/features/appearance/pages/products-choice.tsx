import { useRouteContext } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { isFailure } from '#client.ts'
import type { ShownProducts } from '#features/appearance/contract.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast.tsx'

const ProductsDialog = lazy(() => import('./products-dialog.tsx'))

/** Opens the choice of the page's products. */
export function ProductsChoice({ portalId, onChange }: { portalId: string; onChange: () => void }) {
  const { api } = useRouteContext({ from: '__root__' })
  const [products, setProducts] = useState<ShownProducts>()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    const found = await api.appearance.listShownProducts({ portalId })
    setBusy(false)
    if (isFailure(found)) toast(m['appearance.products.loadFailed'](), { kind: 'error' })
    else setProducts(found)
  }
  return (
    <>
      <Button size="sm" busy={busy} onClick={open}>
        {m['appearance.products.open']()}
      </Button>
      {products ? (
        <Suspense>
          <ProductsDialog
            portalId={portalId}
            products={products}
            onChange={onChange}
            onClose={() => setProducts(undefined)}
          />
        </Suspense>
      ) : undefined}
    </>
  )
}
