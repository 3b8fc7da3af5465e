/** Ids of skins (specification §9). The last has no name there: it is taken, and shown as simple blue (G48). */
export const skinIds = [
  'skin_0',
  'skin_1',
  'skin_2',
  'skin_3',
  'skin_4',
  'skin_5',
  'skin_6',
  'skin_7',
  'skin_8',
] as const
export type SkinId = (typeof skinIds)[number]

export type NamedSkin = Exclude<SkinId, 'skin_8'>

/** Those with a name, which people choose from. */
export const namedSkins = skinIds.filter((skin): skin is NamedSkin => skin !== 'skin_8')

/** A skin as it is drawn. */
export const drawnSkin = (skin: SkinId): NamedSkin => (skin === 'skin_8' ? 'skin_7' : skin)

/** Whether the interface is dark: as the system, always, never. */
export const darkModes = ['system', 'on', 'off'] as const
export type DarkMode = (typeof darkModes)[number]
