import { useRouter } from '@tanstack/react-router'
import type { Result } from '#client.ts'
import { isFailure, reasonOf } from '#client.ts'
import { Loaded } from './loaded.tsx'

interface OneErrorProps {
  /** What the sections of the page are made of, the ones that were asked for after it too. */
  of: readonly Result<unknown>[]
  /** What could not be loaded of the page, as a sentence. */
  failed: string
  /** Asks again what was asked for after the page; the page's own data are asked for again anyway. */
  onRetry?: () => void
}

/** On a page of several sections: that some of them failed, said once, and one press for all. Sections that came stay. */
export function OneError({ of, failed, onRetry }: OneErrorProps) {
  const router = useRouter()
  const broken = of.filter((answer) => isFailure(answer))
  if (broken.length === 0) return null
  // A call that was cancelled says nothing: what another one says is told.
  const said = broken.find((failure) => failure !== undefined)
  const text = reasonOf(said)
  return (
    <Loaded
      of={said}
      failed={failed}
      told={() => (text ? { text } : {})}
      onRetry={() => {
        onRetry?.()
        router.invalidate()
      }}
    >
      {() => null}
    </Loaded>
  )
}
