interface Graph {
  getModuleInfo(id: string): { importedIds: readonly string[] } | null
}

/** Modules that one needs before it can run; what is imported when it is wanted is none of them. */
function neededBy(entry: string, graph: Graph): Set<string> {
  const found = new Set<string>()
  const waiting = [entry]
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue
    found.add(id)
    waiting.push(...(graph.getModuleInfo(id)?.importedIds ?? []))
  }
  return found
}

interface Members {
  entry: string | readonly string[]
  /** Scripts that have brought what they need already, or must not depend on this chunk. */
  apartFrom: readonly string[]
}

/**
 * One chunk of all that `entry` needs: a chunk for every combination of screens that share a module would be a
 * request, and its headers, for a few hundred bytes each.
 */
export function together(name: string, { entry, apartFrom }: Members) {
  let members: Set<string> | null = null
  const find = (graph: Graph): Set<string> => {
    const others = apartFrom.map((one) => neededBy(one, graph))
    const own = [entry].flat().flatMap((one) => [...neededBy(one, graph)])
    return new Set(own.filter((id) => !others.some((other) => other.has(id))))
  }
  return {
    debugName: name,
    name: (id: string, graph: Graph): string | null => {
      members ??= find(graph)
      return members.has(id) ? name : null
    },
  }
}
