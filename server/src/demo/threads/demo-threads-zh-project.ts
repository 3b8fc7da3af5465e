import { docxFile, pdfFile, pngFile } from '../demo-files.ts'
import { barChart, screenPicture } from '../demo-pictures.ts'
import type { ThreadPlan } from '../demo-types.ts'

/** Planning and building the release, in Chinese. */
export const projectThreadsZh: ThreadPlan[] = [
  {
    key: 'kickoff',
    subject: '【雁阵 3.0】项目启动会纪要与分工',
    days: 61,
    time: '10:20',
    archived: true,
    steps: [
      {
        by: 'zhangwei',
        to: ['wangjian', 'emma', 'sofia'],
        cc: ['liting'],
        text: `各位好：

今天上午的启动会开得很顺利，纪要整理如下，请大家核对。

- 目标：{+66} 前完成雁阵 3.0，首批客户为云溪连锁药房和 Finch & Marlow
- 范围：跨门店排班、换班审批、中英文界面、移动端打卡
- 不做：薪资计算（放到 3.1 再评估）

分工如下：
| 模块 | 负责人 | 交付时间 |
| 需求与验收 | 张伟 | {+5} |
| 界面与英文文案 | Emma | {+28} |
| 服务端与移动端 | 王建国 | {+56} |
| 首批客户沟通 | Sofia | 持续 |

每周二上午十点开站会，半小时以内结束。有问题随时找我。`,
        files: () => [
          docxFile('雁阵3.0项目启动会纪要.docx', [
            '# 雁阵 3.0 项目启动会纪要',
            '参会人：张伟、王建国、Emma Clarke、Sofia Rossi、李婷',
            '一、目标与范围：跨门店排班、换班审批、中英文界面、移动端打卡。',
            '二、里程碑：需求冻结、设计冻结、内测、公测、正式发布。',
            '三、风险：移动端人手紧张；英国客户对数据存放地有要求。',
          ]),
        ],
      },
      {
        by: 'wangjian',
        hours: 3,
        text: `纪要没问题，补充两点：

1. 移动端现在只有小周一个人，换班审批如果要和打卡一起上，建议错开一周。
2. 跨门店排班要改表结构，数据迁移我会先在测试环境跑一遍，时间下周给。`,
      },
      {
        by: 'emma',
        hours: 2,
        text: `Thanks for the notes, Zhang Wei. 中文我都看懂了 :)

Two things from the design side:

- I need the approval flow confirmed before I draw it. Who can approve a swap: the store manager only, or the area manager as well?
- English copy should be written first, not translated at the end. I will start a shared glossary this week.`,
      },
      {
        by: 'zhangwei',
        hours: 18,
        text: `Emma，换班审批两级都要：店长审批，48 小时没处理就转给区域经理。

建国，同意错开一周，打卡先上。计划我改好放在项目空间里了。`,
      },
    ],
  },
  {
    key: 'swap-design',
    subject: '换班审批界面评审',
    days: 33,
    time: '14:05',
    steps: [
      {
        by: 'emma',
        to: ['zhangwei', 'wangjian'],
        text: `大家好，

换班审批的界面画好了，主屏如下，完整版见附件。

[[swap-screen@demo]]

请在 {+2} 下班前给意见，尤其是：

- 审批按钮放在列表里，还是进到详情再点？
- 周视图里用颜色区分班次，色盲用户能不能分清？我加了文字缩写。

Thanks, Emma`,
        files: () => [
          pngFile('swap-screen.png', screenPicture([36, 99, 180]), 'swap-screen@demo'),
          pdfFile('换班审批-界面说明.pdf', [
            '# 换班审批 界面说明',
            '版本 0.3',
            '1. 列表页：支持批量审批',
            '2. 详情页：显示双方班次',
            '3. 超过 48 小时自动转区域经理',
          ]),
        ],
      },
      {
        by: 'zhangwei',
        hours: 2.5,
        text: `很清楚，比上一版好很多。

按钮建议放在列表里。店长一早要批十几条，每条都点进去太慢。但“拒绝”必须填理由，可以弹一个小框。`,
      },
      {
        by: 'wangjian',
        hours: 1.2,
        text: `实现上没有难度。批量审批要注意并发：两个人同时批同一条，后一个应该看到提示，而不是报错。

文案请 Emma 给一下，中英文各一句。`,
      },
      {
        by: 'emma',
        hours: 16,
        text: `好的：

- 中文：这条申请刚刚已由另一位审批人处理。
- English: This request has just been handled by another approver.

I have updated the file. 谢谢两位！`,
      },
    ],
  },
  {
    key: 'release-plan',
    subject: '雁阵 3.0 发布计划（请确认）',
    days: 6,
    time: '09:40',
    starred: true,
    steps: [
      {
        by: 'wangjian',
        to: ['zhangwei', 'emma', 'admin'],
        cc: ['sofia', 'liting'],
        text: `各位：

3.0 的发布步骤排好了，请确认各自的部分。

  T-3  冻结代码，只修阻塞问题
  T-2  预发布环境全量回归
  T-1  备份数据库，演练回滚
  T    22:00 停写，22:10 迁移，22:40 放量 5%，次日 9:00 全量

回滚条件：错误率超过 0.5%，或登录失败超过 2%。满足任意一条，由我决定回滚，不再开会。`,
      },
      {
        by: 'admin',
        hours: 2,
        text: `运维侧确认：

- 备份和回滚演练安排在 T-1 下午三点
- 当晚值班两人，电话保持畅通
- 客户公告需要提前三天挂出，文案请产品部今天给我`,
      },
      {
        by: 'zhangwei',
        hours: 1.5,
        text: `公告文案见附件，中英文都有。

另外把最近四周的缺陷趋势贴一下，从数据看可以发。

[[bug-chart@demo]]`,
        files: () => [
          pngFile(
            '缺陷趋势.png',
            barChart([0.92, 0.78, 0.61, 0.55, 0.38, 0.24, 0.17], [46, 125, 107]),
            'bug-chart@demo',
          ),
          docxFile('3.0发布公告（中英文）.docx', [
            '# 雁阵 3.0 升级公告',
            '我们将于本周四 22:00 至 23:30 升级系统，期间可以查看排班，不能修改。',
            '# Skein 3.0 upgrade notice',
            'The service will be read-only on Thursday from 22:00 to 23:30 (UTC+8).',
          ]),
        ],
      },
      {
        by: 'emma',
        hours: 3,
        text: `English notice: fine, with one change. "read-only" is clearer than "cannot be modified", so I have used it in both places.

UK customers will be at work at that time (14:00 in London). Sofia, please tell Oliver directly, he should not learn it from a banner.`,
      },
      {
        by: 'sofia',
        hours: 1,
        text: `Will do. I am speaking to Oliver tomorrow morning anyway.`,
      },
      {
        by: 'zhangwei',
        hours: 20,
        text: `那就这么定了。公告今天下午挂出，大家辛苦，发布后一起吃饭。`,
      },
    ],
  },
]
