import { docxFile, pdfFile, pngFile } from '../demo-files.ts'
import { barChart, screenPicture } from '../demo-pictures.ts'
import type { ThreadPlan } from '../demo-types.ts'

/** Support, proposals and partners, in English. */
export const partnerThreadsEn: ThreadPlan[] = [
  {
    key: 'dpa',
    subject: 'Data processing agreement: two questions',
    days: 25,
    time: '18:40',
    steps: [
      {
        by: 'priya',
        to: ['sofia'],
        cc: ['emma'],
        text: `Dear Sofia,

I have read your draft agreement. It is clear and I have only two questions before we sign:

1. Annex 2 lists one sub-processor for hosting. Are support tickets kept by the same company?
2. How long do deleted records stay in backups?

Kind regards,
Priya`,
      },
      {
        by: 'sofia',
        to: ['wangjian', 'admin'],
        cc: ['liting'],
        isForward: true,
        hours: 14,
        text: `Could you help me answer Priya's two questions? I would rather be exact than quick.`,
      },
      {
        by: 'admin',
        to: ['sofia', 'wangjian'],
        hours: 1.5,
        text: `1. 工单系统是我们自己部署的，和业务数据在同一家机房，没有第三方。
2. 备份保留 35 天，之后自动清除，有日志可查。`,
      },
      {
        by: 'sofia',
        to: ['priya'],
        cc: ['emma', 'liting'],
        hours: 2,
        text: `Dear Priya,

1. Yes. Tickets are kept on our own system with the same hosting company. Nobody else processes them.
2. 35 days. After that they are removed automatically, and the removal is logged.

I have added both to Annex 2. The updated document is attached for signature.`,
        files: () => [
          docxFile('Data processing agreement v3.docx', [
            '# Data processing agreement',
            'Between Finch & Marlow Stores and Hongyan Demo Ltd',
            'Annex 2: sub-processors and retention',
            'Backups are kept for 35 days and then removed.',
          ]),
        ],
      },
      {
        by: 'priya',
        to: ['sofia'],
        cc: ['emma', 'liting'],
        hours: 27,
        text: `Signed, with thanks. A copy is attached for your files.

Priya`,
        files: () => [
          pdfFile('DPA signed.pdf', [
            '# Data processing agreement',
            'Version 3',
            'Signed for Finch & Marlow Stores: P. Nair',
            'Signed for Hongyan Demo Ltd: S. Rossi',
          ]),
        ],
      },
    ],
  },
  {
    key: 'timezone',
    subject: 'Night shifts move by one hour after the clocks change',
    days: 20,
    time: '17:35',
    steps: [
      {
        by: 'tom',
        to: ['support'],
        text: `Hello,

Since the clocks went back, every night shift in our Plymouth clinic shows as 21:00 to 05:00 instead of 22:00 to 06:00. Day shifts are fine. Staff have started to arrive an hour early, which is kind of them but not what we planned.

A picture of the rota is attached.

Tom`,
        files: () => [pngFile('plymouth-rota.png', screenPicture([60, 130, 110]))],
      },
      {
        by: 'admin',
        to: ['wangjian', 'emma'],
        isForward: true,
        hours: 14,
        text: `英国客户反馈夏令时结束后夜班差一小时，请建国看一下，Emma 帮忙回复客户。`,
      },
      {
        by: 'wangjian',
        to: ['admin', 'emma'],
        hours: 3,
        text: `Found it. Shifts that cross midnight took the offset of the first day for both ends. Fixed and tested with the last ten years of changes, it goes out tonight.`,
      },
      {
        by: 'emma',
        to: ['tom'],
        cc: ['admin', 'wangjian'],
        hours: 2,
        text: `Dear Tom,

Thank you for such a precise report. Shifts that cross midnight on the night of a clock change were calculated wrongly. The correction goes live this evening and existing rotas will be put right, you do not need to do anything.

I am sorry about the early mornings.

Emma`,
      },
      {
        by: 'tom',
        to: ['emma'],
        cc: ['admin', 'wangjian'],
        hours: 18,
        text: `All correct this morning. That was quick, thank you!`,
      },
    ],
  },
  {
    key: 'rate-limit',
    subject: 'API: 429 on bulk import of shifts',
    days: 12,
    time: '19:10',
    steps: [
      {
        by: 'ravi',
        to: ['wangjian'],
        text: `Hi Jianguo,

we import about 4,000 shifts every Sunday night and since last week we get 429 after the first 600. Is there a new limit? What we do is roughly:

    for shift in shifts:
        client.post("/v2/shifts", json=shift)

Happy to change it if there is a better way.`,
      },
      {
        by: 'wangjian',
        hours: 14,
        text: `Hi Ravi,

Yes, 600 writes in ten minutes per key since 2.9. There is a bulk call, though:

    POST /v2/shifts:batch    up to 500 shifts in one request

It counts as one write and answers one result per shift, in order. Eight requests for your whole week.`,
      },
      {
        by: 'ravi',
        hours: 5,
        text: `Didn't know about :batch, works like a charm. 4,000 shifts in 9 seconds. Cheers!`,
      },
    ],
  },
  {
    key: 'rfp',
    subject: 'Request for proposal: shift planning for 11 terminals',
    days: 29,
    time: '16:25',
    steps: [
      {
        by: 'ingrid',
        to: ['sofia'],
        text: `Dear Ms Rossi,

Nordhavn Logistik invites you to submit a proposal for shift planning at eleven terminals in three countries, about 900 employees.

The requirements are attached. Please note section 4: union rules on rest periods must be checked by the system, not by people.

Deadline for questions is {+7}, for proposals {+21}.

With kind regards,
Ingrid Solheim`,
        files: () => [
          pdfFile('RFP shift planning.pdf', [
            '# Request for proposal',
            'Shift planning for eleven terminals',
            '1. Background',
            '2. Scope: 900 employees, three countries',
            '3. Integrations: payroll, access control',
            '4. Rest periods must be enforced by the system',
            '5. Evaluation: price 40, function 40, support 20',
          ]),
        ],
      },
      {
        by: 'sofia',
        to: ['zhangwei', 'wangjian', 'emma'],
        isForward: true,
        hours: 15,
        text: `This would be our biggest customer in Europe. Section 4 is the one to read. Can we do it, and by when?`,
      },
      {
        by: 'zhangwei',
        to: ['sofia', 'wangjian', 'emma'],
        hours: 3,
        text: `看过了，休息时间校验我们已有一半，规则引擎可以扩展。

We can do it in 3.1. Let us say so honestly in the proposal, with a date, and offer a trial at one terminal.`,
      },
      {
        by: 'wangjian',
        to: ['sofia', 'zhangwei', 'emma'],
        hours: 2,
        text: `Three weeks of work for the rules, two for the payroll export. I need their exact rest rules per country first.`,
      },
      {
        by: 'sofia',
        to: ['ingrid'],
        cc: ['zhangwei'],
        hours: 28,
        text: `Dear Ms Solheim,

Thank you for inviting us. We will submit a proposal and have one question: could you share the rest-period rules for each country? We would like to show them working at one terminal rather than describe them.

Kind regards,
Sofia Rossi`,
      },
    ],
  },
  {
    key: 'talk',
    subject: 'Your talk at Interface North: two languages, one layout',
    days: 8,
    time: '18:05',
    steps: [
      {
        by: 'megan',
        to: ['emma'],
        text: `Hi Emma,

I am so pleased to tell you that your talk has been accepted! 25 minutes plus questions, main hall, on the second morning.

By {+10} we need:

- a title of at most 60 characters
- 80 words for the programme
- a photograph, and how to say your name

Shall we book the same hotel as last year?`,
      },
      {
        by: 'emma',
        hours: 15,
        text: `Hi Megan,

Wonderful! Title: "Two languages, one layout". The 80 words will follow tomorrow. My name is said exactly as you would expect, which is more than I can manage with my colleagues' names.

Same hotel, yes please, two nights.`,
      },
      {
        by: 'megan',
        hours: 6,
        text: `Booked, and the confirmation is on its way. See you in Gateshead!`,
      },
    ],
  },
  {
    key: 'audit',
    subject: 'Accessibility audit: findings and next steps',
    days: 3,
    time: '17:50',
    steps: [
      {
        by: 'grace',
        to: ['emma'],
        cc: ['wangjian'],
        text: `Hello Emma,

The audit is done, and it is a good result: 41 of 50 criteria pass, 6 are minor, 3 need work before release.

[[audit@evenaccess]]

- The swap dialog does not return focus when it closes
- Shift colours alone carry meaning in the month view
- The date picker cannot be used with the keyboard in Chinese

The full report is attached.

Grace`,
        files: () => [
          pngFile(
            'audit.png',
            barChart([0.95, 0.9, 0.72, 0.84, 0.6], [122, 92, 168]),
            'audit@evenaccess',
          ),
          pdfFile('Accessibility audit - Skein 3.0.pdf', [
            '# Accessibility audit',
            'Product: Skein 3.0, web',
            'Criteria: 50. Pass 41, minor 6, serious 3',
            'Serious 1: focus after closing the swap dialog',
            'Serious 2: colour as the only sign in the month view',
            'Serious 3: date picker and keyboard, Chinese interface',
          ]),
        ],
      },
      {
        by: 'emma',
        to: ['wangjian', 'grace'],
        hours: 15,
        text: `Thank you Grace, this is exactly the kind of report I like: short and specific.

Jianguo, can the three serious ones be in before the freeze? 三个严重问题，冻结前能改完吗？`,
      },
      {
        by: 'wangjian',
        hours: 2,
        text: `焦点和颜色今天就改完，日期选择器要两天，来得及。

Grace: thank you. All three will be fixed before release.`,
      },
    ],
  },
]
