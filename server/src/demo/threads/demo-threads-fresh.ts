import { docxFile, pngFile, xlsxFile } from '../demo-files.ts'
import { landscapePicture } from '../demo-pictures.ts'
import type { ThreadPlan } from '../demo-types.ts'

/** What came in during the last hours: the top of the inbox on the first start. */
export const freshThreads: ThreadPlan[] = [
  {
    ...since('sign-day', 9),
    subject: '签约时间能否改到下午？',
    steps: [
      {
        by: 'chen',
        to: ['zhangwei'],
        cc: ['sofia'],
        text: `张总好：

我们刘总 {+5} 上午临时有会，签约能否改到下午两点半？地点不变，还是在贵司。参加的人增加一位，共四人。

车牌号我稍后发给您，麻烦帮忙登记一下停车。`,
      },
    ],
  },
  {
    ...since('training-slides', 26),
    subject: 'Slides for the Leeds training',
    steps: [
      {
        by: 'oliver',
        to: ['emma'],
        cc: ['sofia'],
        text: `Emma,

Could I have the slides by {+2}? Two managers cannot attend and would like to read along. If there is a short film of the swap screen, even better.

Many thanks,
Oliver`,
      },
    ],
  },
  {
    ...since('expense', 52),
    subject: '报销单 BX-1183 需要补一张发票',
    steps: [
      {
        by: 'liting',
        to: ['zhangwei'],
        text: `张伟：

上次出差的报销单里，第二天晚上那笔 236 元的餐费缺发票，其余已审核通过。补上之后本周五一起打款。

明细见附件第 7 行。`,
        files: () => [
          xlsxFile('报销明细-BX-1183.xlsx', '明细', [
            ['序号', '日期', '项目', '金额', '发票'],
            [6, '第二天', '出租车', 48, '有'],
            [7, '第二天', '餐费', 236, '缺'],
            [8, '第三天', '住宿', 528, '有'],
          ]),
        ],
      },
    ],
  },
  {
    ...since('dark-mode', 88),
    subject: 'Dark mode illustrations, first look',
    steps: [
      {
        by: 'hannah',
        to: ['emma'],
        cc: ['zhangwei'],
        text: `Hi both,

A first look at the dark version. I have taken the sun down a little, it was louder than the buttons.

[[night@paperkite]]

Four more by tomorrow evening. Tell me if the water is too busy.

Hannah`,
        files: () => [pngFile('night.png', landscapePicture(1, 4.1), 'night@paperkite')],
      },
    ],
  },
  {
    ...since('nordhavn-call', 150),
    subject: 'Nordhavn would like to see the rest rules next week',
    steps: [
      {
        by: 'sofia',
        to: ['zhangwei', 'wangjian', 'emma'],
        text: `Ingrid has just rung. Their steering group meets on {+3} and would like to see the rest-period check working, with their own data if possible.

Jianguo, is the branch stable enough to show? Half an hour is plenty.`,
      },
      {
        by: 'wangjian',
        hours: 0.6,
        text: `能演示，挪威和丹麦的规则已经跑通，瑞典的还差一条。

It is stable enough. Norway and Denmark work, Sweden lacks one rule. Please send me their file before {+2}.`,
      },
      {
        by: 'emma',
        hours: 0.4,
        text: `I will tidy up the warning text so that it reads well in English. 十分钟就好。`,
      },
    ],
  },
  {
    ...since('one-on-one', 235),
    subject: '文案终稿',
    steps: [
      {
        by: 'emma',
        to: ['zhangwei'],
        text: `张伟，

3.0 的中英文文案终稿在附件里，改动只有三处，都标了黄色。没有问题的话我今天就合并。

Emma`,
        files: () => [
          docxFile('雁阵 3.0 文案终稿（中英对照）.docx', [
            '# 雁阵 3.0 文案终稿',
            '换班申请已发送 / Swap request sent',
            '还没有排班，先添加一位同事吧 / No shifts yet. Add a colleague to begin.',
            '超过 48 小时未处理，已转给区域经理 / Not answered within 48 hours, passed to the area manager',
          ]),
        ],
      },
      {
        by: 'zhangwei',
        hours: 0.5,
        text: `看完了，没有问题，合并吧。“先添加一位同事吧”这句很亲切。`,
      },
    ],
  },
  {
    ...since('pay-run', 300),
    subject: '本月工资表请复核',
    steps: [
      {
        by: 'zhangwei',
        to: ['liting'],
        text: `李婷：

产品部本月考勤已确认，没有异常。小陆转正从 1 号算起，请按新标准核算。`,
      },
      {
        by: 'liting',
        hours: 0.7,
        text: `收到，已按转正标准调整，差额 860 元本月一并发放。`,
      },
    ],
  },
  {
    ...since('parking', 390),
    subject: '访客停车和会议室',
    steps: [
      {
        by: 'sofia',
        to: ['admin'],
        cc: ['liting'],
        text: `Hello,

We have four guests from Yunxi on {+5}. Please book the large meeting room for the afternoon and two parking spaces. 谢谢！`,
      },
      {
        by: 'admin',
        hours: 0.5,
        text: `已预订：大会议室 13:30 至 17:00，访客车位 B2-17、B2-18。无线网络访客码当天早上发给你。`,
      },
    ],
  },
]

function since(key: string, minutes: number) {
  return { key, minutes, days: 0, time: '09:00' }
}
