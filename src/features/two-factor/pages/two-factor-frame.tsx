import { lazy, Suspense, useState } from 'react'
import type { OwnAccount } from '#features/account/own-contract.ts'
import { m } from '#paraglide/messages.js'
import { Button } from '#ui/button.tsx'
import { Frame } from '#ui/page.tsx'
import classes from './two-factor.module.css'
import type { Wish } from './two-factor-dialog.tsx'

const TwoFactorDialog = lazy(() => import('./two-factor-dialog.tsx'))

/** Is there a second factor, and what can be done about it. */
export function TwoFactorFrame({ state }: { state: OwnAccount['twoFactor'] }) {
  const [wish, setWish] = useState<Wish>()
  return (
    <Frame title={m['twoFactor.title']()}>
      <div className={classes.form}>
        <p className={classes.quiet}>
          {state.enabled ? m['twoFactor.on']({ count: state.codesLeft }) : m['twoFactor.off']()}
          {state.required ? ` ${m['twoFactor.required']()}` : undefined}
        </p>
        <div className={classes.start}>
          {state.enabled ? (
            <>
              <Button onClick={() => setWish('renew')}>{m['twoFactor.renew']()}</Button>
              {state.required ? undefined : (
                <Button look="danger" onClick={() => setWish('disable')}>
                  {m['twoFactor.disable']()}
                </Button>
              )}
            </>
          ) : (
            <Button onClick={() => setWish('enable')}>{m['twoFactor.enable']()}</Button>
          )}
        </div>
      </div>
      {wish ? (
        <Suspense>
          <TwoFactorDialog wish={wish} onClose={() => setWish(undefined)} />
        </Suspense>
      ) : undefined}
    </Frame>
  )
}
