import { everyScreen } from './accessibility.ts'

everyScreen('en')
