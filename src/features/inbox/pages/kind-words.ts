import {
  mdiAlertCircleOutline,
  mdiAlertOutline,
  mdiCalendarWeekOutline,
  mdiCartOutline,
  mdiCheckCircleOutline,
  mdiInformationOutline,
  mdiTrophyOutline,
} from '@mdi/js'
import { m } from '#paraglide/messages.js'
import type { MessageKind } from '../choices.ts'

const icons: Record<MessageKind, string> = {
  info: mdiInformationOutline,
  success: mdiCheckCircleOutline,
  warning: mdiAlertOutline,
  error: mdiAlertCircleOutline,
  sale: mdiCartOutline,
  milestone: mdiTrophyOutline,
  week: mdiCalendarWeekOutline,
}
const names: Record<MessageKind, () => string> = {
  info: m['communications.messageKind.info'],
  success: m['communications.messageKind.success'],
  warning: m['communications.messageKind.warning'],
  error: m['communications.messageKind.error'],
  sale: m['communications.messageKind.sale'],
  milestone: m['communications.messageKind.milestone'],
  week: m['communications.messageKind.week'],
}

export const kindIcon = (kind: MessageKind) => icons[kind]
export const kindWord = (kind: MessageKind) => names[kind]()
