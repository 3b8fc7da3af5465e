import { home as contract } from '@hongyan/contract/home'
import type { Http } from '../../platform/http/http.ts'
import type { Home } from './home.service.ts'

/** E28, E30. */
export function homeRoutes(http: Http, home: Home): void {
  http.bind(contract.index, ({ caller }) => home.index(caller))
  http.bind(contract.announcements, ({ caller }) => home.announcements(caller))
}
