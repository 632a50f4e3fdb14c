import { m } from '#paraglide/messages.js'
import { here } from '#ui/formats.ts'
import { Frame } from '#ui/page.tsx'
import type { DetailAnswer } from '../detail-contract.ts'
import detail from './detail.module.css'
import classes from './owing.module.css'

/** How the income of a period becomes what is owed of it, as a sum that can be followed. */
export function Owing({ owing }: { owing: NonNullable<DetailAnswer['owing']> }) {
  const { money } = here()
  const { incomeCents, heldBackCents, neverOwedCents, releasedCents, sharedCents, owedCents } = owing
  const between = [
    [m['detail.owing.held'](), -heldBackCents],
    [m['detail.owing.never'](), -neverOwedCents],
    [m['detail.owing.released'](), releasedCents],
    [m['detail.owing.shared'](), -sharedCents],
  ] as const
  return (
    <Frame title={m['detail.owing.title']()}>
      <dl className={classes.sum}>
        <div>
          <dt>{m['detail.owing.income']()}</dt>
          <dd>{money(incomeCents)}</dd>
        </div>
        {between
          .filter(([, cents]) => cents !== 0)
          .map(([what, cents]) => (
            <div key={what}>
              <dt>{what}</dt>
              <dd>{money(cents)}</dd>
            </div>
          ))}
        <div className={classes.total}>
          <dt>{m['detail.owing.owed']()}</dt>
          <dd>{money(owedCents)}</dd>
        </div>
      </dl>
      <p className={detail.note}>{m['detail.owing.note']()}</p>
    </Frame>
  )
}
