import type { Feature } from '../feature.ts'
import { ticketsRoutes } from './tickets.routes.ts'
import type { Tickets } from './tickets.service.ts'

export { createTickets, type Tickets } from './tickets.service.ts'

export const ticketsFeature = (tickets: Tickets): Feature => ({
  routes: (http) => ticketsRoutes(http, tickets),
  crons: [
    { at: '51 * * * *', task: 'sweep-tickets', run: async () => void (await tickets.sweep()) },
  ],
})
