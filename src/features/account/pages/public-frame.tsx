import { mdiTranslate } from '@mdi/js'
import { createFileRoute, Outlet } from '@tanstack/react-router'
import { m } from '#paraglide/messages.js'
import { CableDrawing, StageDrawing } from '#ui/drawing-stage.tsx'
import { Icon } from '#ui/icon.tsx'
import { LanguageLink } from '#ui/language-link.tsx'
import { Logo } from '#ui/logo.tsx'
import classes from './public-frame.module.css'

/** Around the pages that are open to everyone: the form on the left, the stage on the right. */
export const Route = createFileRoute('/_public')({ component: PublicFrame })

function PublicFrame() {
  return (
    <div className={classes.frame}>
      <main className={classes.left}>
        <div className={classes.top}>
          <Logo size={26} />
          <LanguageLink className={classes.language}>
            <Icon path={mdiTranslate} size={16} />
            {m['shell.language.other']()}
          </LanguageLink>
        </div>
        <div className={classes.form}>
          <Outlet />
        </div>
        <div className={classes.below}>
          <div className={classes.cable}>
            <CableDrawing />
          </div>
        </div>
      </main>
      <div className={classes.right}>
        <StageDrawing />
      </div>
    </div>
  )
}
