import type { PlannedIssue } from './demo-newsletters-zh.ts'

/** Design letter, product news, hotel, cloud invoices and conference in English. */
export const newslettersEn: PlannedIssue[] = [
  letter(0, 'The empty state is the first state', [
    [
      'Say what will be here',
      'A blank list is a promise. Three products that keep it, and one that apologises instead.',
    ],
    [
      'Illustration with a job',
      'If the picture vanished, would anyone be lost? Then it is decoration, and that is fine.',
    ],
    ['Small print', 'Two free typefaces with a proper set of figures.'],
  ]),
  letter(1, 'Tables deserve better', [
    [
      'Right-align the numbers',
      'And leave the units in the heading, where they were happy all along.',
    ],
    ['Zebra stripes, reconsidered', 'White space does the same work with less ink.'],
    ['A reader asks', 'How many columns are too many? As soon as you need to ask.'],
  ]),
  letter(2, 'Writing for people in a hurry', [
    ['Verbs on buttons', '"Save changes" beats "OK" in every test we have seen.'],
    ['Errors without blame', 'Say what happened, then what to do. In that order.'],
    ['From the archive', 'A railway timetable from 1934 that needs no legend.'],
  ]),
  letter(4, 'Colour is a second language', [
    ['Never the only sign', 'One man in twelve cannot see your green tick.'],
    ['Naming your palette', 'Name by role, not by hue, and dark mode comes almost free.'],
    ['On our desk', 'Dyes from walnut shells.'],
  ]),
  letter(5, 'Two scripts on one line', [
    [
      'Baselines that disagree',
      'Chinese sits in a box, Latin stands on a line. A short guide to peace.',
    ],
    ['Spacing between them', 'A quarter of an em, and never a typed space.'],
    ['Specimen of the month', 'A bilingual theatre programme.'],
  ]),
  product(
    ['zhangwei', 'emma', 'sofia'],
    [2, '22:10', 'Timelines, faster search and a calmer inbox'],
    [
      ['Timelines', 'See every task of a project against the calendar, and drag to move.'],
      ['Search that keeps up', 'Results appear as you type, even in boards with 50,000 cards.'],
      ['Fewer notifications', "We bundle what can wait into one summary at five o'clock."],
    ],
  ),
  product(
    ['zhangwei', 'emma', 'wangjian'],
    [31, '22:10', 'Approvals arrive in Tallyboard'],
    [
      ['Ask for approval', 'On any card, from one person or several, in any order.'],
      ['Audit trail', 'Every decision with its date and reason.'],
      ['Keyboard first', 'Press A to approve. Yes, there is an undo.'],
    ],
  ),
  product(
    ['sofia', 'zhangwei'],
    [64, '22:10', 'Guests, templates and dark mode'],
    [
      ['Guests', 'Invite customers to one board only.'],
      ['Templates', 'Eleven new ones, written by teams that use them.'],
      ['Dark mode', 'Follows your system. Finally.'],
    ],
  ),
  {
    brand: 'hotel',
    to: ['emma'],
    days: 7,
    time: '20:45',
    extra: 'banner',
    subject: 'Your stay at Pinegate Gateshead is confirmed',
    headline: 'We look forward to seeing you, Emma',
    intro:
      'Your room overlooks the river. Breakfast is served from 6.30, and there is a kettle and proper tea in every room.',
    rows: [
      ['Confirmation', 'PG-301977'],
      ['Arrival', '{+34}, from 15:00'],
      ['Nights', '2'],
      ['Room', 'Double, river side'],
      ['Price', 'GBP 94.00 per night, breakfast included'],
    ],
    button: 'Manage booking',
  },
  {
    brand: 'hotel',
    to: ['zhangwei', 'sofia'],
    days: 8,
    time: '12:44',
    extra: 'banner',
    subject: '松间酒店（会展中心店）预订确认 PG-288314',
    headline: '预订成功，期待您的光临',
    intro: '尊敬的张伟先生：您的预订已确认，入住时请出示有效证件。',
    rows: [
      ['确认号', 'PG-288314'],
      ['入住', '{+6} 14:00 后'],
      ['离店', '{+8} 12:00 前'],
      ['房型', '高级大床房 2 间'],
      ['价格', '528 元 / 晚，含双早'],
    ],
    button: '查看预订',
  },
  invoice([6, '03:12'], ['NB-20417', 'EUR 1,148.20']),
  invoice([36, '03:12'], ['NB-19862', 'EUR 1,095.64']),
  invoice([66, '03:12'], ['NB-19307', 'EUR 1,102.18']),
  {
    brand: 'north',
    to: ['emma', 'sofia'],
    days: 11,
    time: '21:30',
    extra: 'banner',
    subject: 'The programme is here: 24 talks, 6 workshops, one ferry ride',
    headline: 'The full programme',
    intro:
      'Two days by the river for people who make things that other people have to use. Early tickets end on {+15}.',
    items: [
      [
        'Opening: the door handle problem',
        'Why the best interface in the building is made of brass.',
      ],
      ['Workshop: forms by ear', 'Fill in your own form with a screen reader, then fix it.'],
      ['Two languages, one layout', 'Emma Clarke on Chinese and English in the same product.'],
    ],
    button: 'Get a ticket',
  },
  {
    brand: 'cloud',
    to: ['wangjian', 'admin'],
    days: 16,
    time: '17:05',
    subject: 'Scheduled maintenance in region eu-north on {+9}',
    headline: 'Network maintenance',
    intro:
      'We will replace two routers in eu-north. Traffic moves to the second path, so we expect no interruption. Latency may rise by up to 4 ms for some minutes.',
    rows: [
      ['Region', 'eu-north'],
      ['Start', '{+9}, 01:00 UTC'],
      ['Duration', '90 minutes'],
      ['Your resources', '3 instances, 1 database'],
    ],
    button: 'Status page',
  },
]

function letter(turn: number, headline: string, items: [string, string][]): PlannedIssue {
  return {
    brand: 'margin',
    to: turn % 3 === 1 ? ['emma', 'sofia'] : ['emma'],
    days: turn * 14 + 3,
    time: '15:00',
    subject: `The Margin #${58 - turn}: ${headline}`,
    headline,
    intro: 'Good morning. This letter takes four minutes and contains no growth advice.',
    items,
    button: 'Read online',
    ...(turn % 2 === 0 ? { extra: 'banner' as const } : {}),
  }
}

function product(
  to: string[],
  [days, time, headline]: [number, string, string],
  items: [string, string][],
): PlannedIssue {
  const intro = 'Here is what is new in your workspace this month. Nothing to install.'
  return {
    brand: 'tallyboard',
    to,
    days,
    time,
    subject: headline,
    headline,
    intro,
    items,
    button: 'See what is new',
  }
}

function invoice([days, time]: [number, string], [number, total]: [string, string]): PlannedIssue {
  return {
    brand: 'cloud',
    to: ['liting', 'admin'],
    days,
    time,
    extra: 'invoice',
    subject: `Your Nimbusry invoice ${number}`,
    headline: `Invoice ${number}`,
    intro:
      'Thank you for your business. The amount below will be charged to the card on file within five days. The invoice is attached.',
    rows: [
      ['Account', 'Hongyan Demo Ltd'],
      ['Compute', '3 instances'],
      ['Storage', '1.2 TB'],
      ['Total', total],
    ],
    button: 'View in the console',
  }
}
