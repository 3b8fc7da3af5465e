import { csvFile, pdfFile, pngFile, textFile } from '../demo-files.ts'
import { landscapePicture, lineChart } from '../demo-pictures.ts'
import type { ThreadPlan } from '../demo-types.ts'

/** The pilot and the design work, in English. */
export const customerThreadsEn: ThreadPlan[] = [
  {
    key: 'pilot',
    subject: 'Skein pilot in six stores: dates and success measures',
    days: 38,
    time: '17:10',
    starred: true,
    steps: [
      {
        by: 'oliver',
        to: ['sofia'],
        cc: ['emma'],
        text: `Dear Sofia,

Thank you for last week's demonstration. The board has agreed to a pilot in six stores, subject to three points:

- Data stays in the United Kingdom or the EU
- Store managers get half a day of training, in person
- We agree beforehand what "success" means

Could you send a proposal by {+5}?

Kind regards,
Oliver`,
      },
      {
        by: 'sofia',
        to: ['zhangwei', 'emma', 'wangjian'],
        isForward: true,
        hours: 15,
        text: `Great news, we have the pilot!

Jianguo, can you confirm the EU region would be ready in four weeks? Emma, would you run the training?`,
      },
      {
        by: 'wangjian',
        to: ['sofia', 'zhangwei', 'emma'],
        hours: 2,
        text: `EU region: yes, it already runs in staging. Four weeks is comfortable, the only open item is the backup location.`,
      },
      {
        by: 'emma',
        to: ['sofia', 'zhangwei', 'wangjian'],
        hours: 1,
        text: `I would love to. I can be in Leeds for the whole of that week, so two stores a day over three days.

For the success measures I suggest three, all of which we can already count:

- Time a manager spends on the weekly rota (today: 3 h 40)
- Shifts still unfilled 24 hours before they start
- How many people open the rota on their phone`,
      },
      {
        by: 'sofia',
        to: ['oliver'],
        cc: ['emma', 'zhangwei'],
        hours: 24,
        text: `Dear Oliver,

Please find our proposal attached. In short: EU hosting from day one, three training days in Leeds led by Emma, and three measures that we report to you every Friday.

We would be delighted to start on {+26}.

Best wishes,
Sofia`,
        files: () => [
          pdfFile('Skein pilot proposal - Finch & Marlow.pdf', [
            '# Skein pilot proposal',
            'Prepared for Finch & Marlow Stores',
            '1. Six stores, eight weeks',
            '2. Hosting in the EU region',
            '3. Three training days in Leeds',
            '4. Measures: rota time, unfilled shifts, phone use',
            '5. No charge during the pilot',
          ]),
        ],
      },
      {
        by: 'oliver',
        to: ['sofia'],
        cc: ['emma', 'zhangwei'],
        hours: 29,
        text: `Sofia,

This is exactly what I needed. Approved. Priya, our data protection officer, will write to you separately about the processing agreement.

Oliver`,
      },
    ],
  },
  {
    key: 'pilot-week',
    subject: 'Pilot report, week 2',
    days: 1,
    time: '16:15',
    steps: [
      {
        by: 'sofia',
        to: ['oliver'],
        cc: ['emma', 'zhangwei'],
        text: `Hello Oliver,

Week 2 in figures:

| Measure | Before | Week 1 | Week 2 |
| Rota time per week | 3 h 40 | 2 h 55 | 1 h 50 |
| Unfilled shifts | 11 | 9 | 4 |
| Opened on phone | - | 61% | 78% |

[[week2@demo]]

The Harrogate store has not used swaps yet. Emma will ring the manager on {+2}.`,
        files: () => [
          pngFile(
            'week2.png',
            lineChart([0.9, 0.86, 0.71, 0.62, 0.55, 0.41, 0.36], [36, 99, 180]),
            'week2@demo',
          ),
          csvFile('pilot-week2.csv', [
            ['store', 'rota_minutes', 'unfilled', 'phone_share'],
            ['Leeds Briggate', 95, 0, 0.84],
            ['Harrogate', 160, 2, 0.52],
            ['York', 105, 1, 0.8],
          ]),
        ],
      },
      {
        by: 'oliver',
        hours: 1,
        text: `Sofia, Emma,

Very encouraging, thank you. Our finance director has asked whether the saving in rota time holds once the novelty has worn off. Could week 4 include a comparison with two stores outside the pilot?

Oliver`,
      },
      {
        by: 'emma',
        hours: 0.8,
        text: `Hi Oliver,

A fair question, and yes. If you can name two comparable stores we will ask their managers to note the time for one week. Nothing to install.

Emma`,
      },
    ],
  },
  {
    key: 'design-refresh',
    subject: 'Icon set and colour refresh: first round',
    days: 45,
    time: '15:00',
    steps: [
      {
        by: 'hannah',
        to: ['emma'],
        text: `Hi Emma,

Round one is here! Three directions for the illustrations and a tightened colour range. The dusk palette is my favourite, it stays readable at small sizes.

[[dusk@paperkite]]

Daylight version and the contrast figures are attached. Could we speak on {+2}?`,
        files: () => [
          pngFile('dusk.png', landscapePicture(0.9, 2.4), 'dusk@paperkite'),
          pngFile('daylight.png', landscapePicture(0.15, 1)),
          csvFile('contrast.csv', [
            ['pair', 'ratio', 'passes'],
            ['ink on paper', 15.1, 'AAA'],
            ['blue on paper', 6.3, 'AA'],
            ['sand on paper', 2.1, 'no'],
          ]),
        ],
      },
      {
        by: 'emma',
        hours: 17,
        text: `Hannah, these are gorgeous.

Dusk for the empty states, daylight for onboarding? One worry: sand on paper fails contrast, so it can only ever be decoration. I have noted it in the guidelines.`,
      },
      {
        by: 'hannah',
        hours: 7,
        text: `Agreed on both. I will darken sand to 4.6:1 and keep the old one for backgrounds. Round two by the end of next week.`,
      },
      {
        by: 'emma',
        to: ['zhangwei', 'hannah'],
        hours: 20,
        text: `Adding Zhang Wei so that he sees these before the review. 张伟，插画选了“黄昏”方案，你看看喜不喜欢？`,
      },
      {
        by: 'zhangwei',
        to: ['emma', 'hannah'],
        hours: 2,
        text: `很好看，尤其是空状态页。深色模式下也请出一版。

Hannah, beautiful work, thank you. We would also like a version for dark mode.`,
      },
    ],
  },
  {
    key: 'glossary',
    subject: 'Glossary for the English interface',
    days: 55,
    time: '18:20',
    archived: true,
    steps: [
      {
        by: 'emma',
        to: ['daniel'],
        cc: ['zhangwei'],
        text: `Dear Daniel,

Here are the 120 terms that appear most often in the product. For each one there is the Chinese, my suggestion, and a note on where it is used.

The tricky ones are 排班 (rota or schedule?), 换班 (swap) and 调休 (time off in lieu). British customers come first, American ones later.`,
        files: () => [
          csvFile('glossary-v1.csv', [
            ['zh', 'en', 'note'],
            ['排班', 'rota', 'schedule in en-US'],
            ['换班', 'swap', 'verb and noun'],
            ['调休', 'time off in lieu', 'TOIL in lists'],
            ['打卡', 'clock in', ''],
          ]),
        ],
      },
      {
        by: 'daniel',
        hours: 22,
        text: `Hi Emma,

Good list. "Rota" is right for the UK, and I would keep it as the name of the screen but write "shifts" in running text.

For 调休 use "TOIL" in tables and spell it out the first time on each page. I have 9 small corrections, all in the attached text file.

Daniel`,
        files: () => [
          textFile(
            'corrections.txt',
            '1. punch in -> clock in\r\n2. leave balance -> days left\r\n3. working hours -> hours worked\r\n4. assign -> give (a shift to someone)\r\n',
          ),
        ],
      },
      {
        by: 'emma',
        hours: 3,
        text: `Perfect, all nine accepted. The glossary is frozen for 3.0, thank you Daniel. Invoice to finance@demo.hongyan.test, please.`,
      },
    ],
  },
]
