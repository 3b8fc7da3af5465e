import { groupPosts as contract } from '@hongyan/contract/group-posts'
import type { Http } from '../../platform/http/http.ts'
import type { Moderation } from './moderation.ts'

/** N8f to N8j. */
export function groupPostRoutes(http: Http, posts: Moderation): void {
  http.bind(contract.held, ({ caller }) => posts.held(caller))
  http.bind(contract.decide, ({ caller, body }) => posts.decide(caller, body))
  http.bind(contract.archive, ({ caller, query }) => posts.archive(caller, query))
  http.bind(contract.read, ({ caller, query }) => posts.read(caller, query.postId))
  http.bind(contract.take, async ({ caller, body }) => {
    await posts.take(caller, body.postId)
    return {}
  })
}
