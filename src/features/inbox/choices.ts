import { postKinds } from '#features/communications/choices.ts'

/** What a message can be: a post of one of four kinds, a sale, a milestone of sales, the past week in five lines. */
export const messageKinds = [...postKinds, 'sale', 'milestone', 'week'] as const
export type MessageKind = (typeof messageKinds)[number]
export const frequencies = ['once', 'daily', 'off'] as const
export type Frequency = (typeof frequencies)[number]

/** What counts until somebody says otherwise: sales gather up to one message a day. */
export const usualFrequency: Record<MessageKind, Frequency> = {
  error: 'once',
  warning: 'once',
  info: 'once',
  success: 'once',
  sale: 'daily',
  milestone: 'once',
  week: 'once',
}
