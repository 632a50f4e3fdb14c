import { mdiCheckCircle, mdiChevronRight, mdiCircleOutline, mdiClose, mdiOpenInNew } from '@mdi/js'
import { Link, useRouteContext, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { isFailure } from '#client.ts'
import { m } from '#paraglide/messages.js'
import { ButtonAnchor, ButtonLink, IconButton } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { Frame } from '#ui/page.tsx'
import type { FirstAct } from '../contract.ts'
import type { Dashboard } from './dashboard-data.ts'
import classes from './first-hour.module.css'

const acts: Record<FirstAct, { title: () => string; why: () => string; link: string }> = {
  sales: {
    title: m['dashboard.firstHour.acts.sales'],
    why: m['dashboard.firstHour.why.sales'],
    link: '/stocks/connectors',
  },
  links: {
    title: m['dashboard.firstHour.acts.links'],
    why: m['dashboard.firstHour.why.links'],
    link: '/dashboard/links/new',
  },
  design: {
    title: m['dashboard.firstHour.acts.design'],
    why: m['dashboard.firstHour.why.design'],
    link: '/dashboard/appearance',
  },
  team: {
    title: m['dashboard.firstHour.acts.team'],
    why: m['dashboard.firstHour.why.team'],
    link: '/team',
  },
  billing: {
    title: m['dashboard.firstHour.acts.billing'],
    why: m['dashboard.firstHour.why.billing'],
    link: '/billing/information',
  },
}

/** What a new portal needs, each act ticked by what there is; gone once all of it is there or it was put away. */
export function FirstHourFrame({ data: { firstHour, portal, sees } }: { data: Dashboard }) {
  const { api } = useRouteContext({ from: '__root__' })
  const router = useRouter()
  const [failed, setFailed] = useState(false)
  if (isFailure(firstHour) || !firstHour.due) return null
  const done = firstHour.acts.filter((act) => act.done).length
  const hide = async () => {
    const answer = await api.home.endFirstHour({})
    if (isFailure(answer)) setFailed(true)
    else await router.invalidate()
  }
  const sold = firstHour.acts.some((act) => act.id === 'sales' && act.done)
  return (
    <Frame
      title={m['dashboard.firstHour.title']()}
      control={
        <span className={classes.aside}>
          {m['dashboard.firstHour.lead']({ done, all: firstHour.acts.length })}
          <IconButton
            label={m['dashboard.firstHour.hide']()}
            title={m['dashboard.firstHour.hideTip']()}
            path={mdiClose}
            onClick={hide}
          />
        </span>
      }
    >
      {failed ? <Notice kind="error">{m['dashboard.firstHour.failed']()}</Notice> : undefined}
      <ol className={classes.acts}>
        {firstHour.acts.map((act) => {
          const { title, why, link } = acts[act.id]
          return (
            <li key={act.id} data-done={act.done || undefined}>
              <Icon path={act.done ? mdiCheckCircle : mdiCircleOutline} size={20} />
              {act.done ? (
                <span className={classes.words}>
                  <b>{title()}</b>
                  <small className={classes.why}>{m['dashboard.firstHour.done']()}</small>
                </span>
              ) : (
                <Link to={link as '/dashboard'} className={classes.words}>
                  <b>{title()}</b>
                  <small className={classes.why}>{why()}</small>
                </Link>
              )}
              {act.done ? undefined : act.id === 'sales' ? (
                <Link to="/stocks/imports/new" className={classes.other}>
                  {m['dashboard.firstHour.file']()}
                </Link>
              ) : (
                <Icon path={mdiChevronRight} />
              )}
            </li>
          )
        })}
      </ol>
      <div className={classes.result}>
        <p>{m['dashboard.firstHour.result']()}</p>
        {isFailure(portal) ? undefined : (
          <ButtonAnchor size="sm" icon={mdiOpenInNew} href={portal.url} target="_blank" rel="noreferrer">
            {m['dashboard.firstHour.page']()}
          </ButtonAnchor>
        )}
        {sold && sees ? (
          <ButtonLink size="sm" to="/analytics" search={{ filter: 3 }}>
            {m['dashboard.firstHour.figures']()}
          </ButtonLink>
        ) : undefined}
      </div>
    </Frame>
  )
}
