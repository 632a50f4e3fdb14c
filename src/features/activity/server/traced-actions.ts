import { operationList } from '#api.ts'

/** Every operation that leaves a trace in the activity. */
export const tracedActions = (): string[] =>
  operationList
    .filter(({ contract }) => !contract['~orpc'].meta.read && !contract['~orpc'].meta.silent)
    .map(({ fullName }) => fullName)
