/** Files, data, software, code hosting, networks, clouds and access; the form of the lines is told in `translations.ts`. */
export const computing = `
file | 파일 | ファイル | 文件, 档案 | archivo*, fichero* | arquivo*, ficheiro* | fichier* | datei*
folder, directory | 폴더, 디렉터리, 디렉토리 | フォルダ, フォルダー, ディレクトリ | 文件夹, 目录, 资料夹 | carpeta*, directorio* | pasta*, diretóri* | dossier*, répertoire* | ordner*, verzeichnis*
document, doc | 문서, 도큐먼트, 서류 | 文書, 書類, ドキュメント, 資料 | 文档, 文件, 资料 | documento*, doc | document* | document* | dokument*, unterlage*
text | 텍스트, 글, 문장 | テキスト, 文章, 文字 | 文本, 文字, 文章, 文案 | texto* | texto* | texte* | text*
data, dataset | 데이터, 자료, 데이터셋 | データ, データセット | 数据, 资料, 数据集 | dato, datos | dados, dado | donnée* | daten*, datensatz*
database | 데이터베이스, 디비 | データベース | 数据库, 资料库 | base* | banco*, base* | base* | datenbank*
table | 표, 테이블 | 表, テーブル | 表格, 数据表, 表 | tabla* | tabela* | tableau*, table | tabelle*
row, record | 행, 레코드 | 行, レコード | 行, 记录 | fila*, registr* | linha*, registr* | ligne*, enregistr* | zeile*, datensatz*
column, field | 열, 컬럼, 필드, 항목 | 列, カラム, フィールド, 項目, 欄 | 列, 字段, 栏位, 栏 | columna*, campo* | coluna*, campo* | colonne*, champ* | spalte*, feld*
spreadsheet, sheet | 스프레드시트, 시트, 엑셀 | スプレッドシート, シート, 表計算, エクセル | 电子表格, 工作表, 表格, 试算表 | hoja*, planilla* | planilha*, folha* | feuille*, tableur* | tabellenblatt*, tabellenblätt*
cell | 셀 | セル | 单元格, 储存格 | celda* | célula* | cellule* | zelle*
chart, graph, plot | 차트, 그래프, 도표 | グラフ, チャート, 図表 | 图表, 曲线图, 柱状图 | gráfic* | gráfic* | graphiq*, courbe* | diagramm*, grafik*
image, photo, picture | 이미지, 사진, 그림 | 画像, 写真, イメージ, 絵, 図 | 图片, 照片, 图像, 相片, 影像, 图 | imagen*, imágen*, foto* | imagem*, imagens*, foto* | image*, photo* | bild*, foto*
video, movie | 영상, 비디오, 동영상 | 動画, ビデオ, 映像 | 视频, 影片, 录像 | vídeo*, video* | vídeo*, video* | vidéo* | video*
audio, sound, voice | 오디오, 소리, 음성, 사운드 | 音声, 音, オーディオ, サウンド, 声 | 音频, 声音, 语音, 音讯 | audio*, sonido*, voz | áudio*, som, sons, voz | audio*, son, sons, voix | audio*, ton, klang*, stimme*
page, webpage | 페이지, 웹페이지 | ページ, ウェブページ | 页面, 网页, 页 | página* | página* | page* | seite*, webseite*
website, site, web | 웹사이트, 사이트, 홈페이지, 웹 | サイト, ウェブサイト, ホームページ, ウェブ | 网站, 站点, 官网, 网页 | sitio*, web | site*, web | site*, web | website*, webseite*
link, url | 링크, 주소 | リンク, アドレス | 链接, 网址, 连结 | enlace*, vínculo*, url | link*, url | lien*, url | link*, verknüpfung*, url
browser | 브라우저 | ブラウザ, ブラウザー | 浏览器 | navegador* | navegador* | navigateur* | browser*
tab | 탭 | タブ | 标签页, 选项卡 | pestaña* | aba, abas, guia* | onglet* | tab, tabs, registerkarte*
screen, display, screenshot | 화면, 스크린, 스크린샷, 캡처 | 画面, スクリーン, スクリーンショット, キャプチャ | 屏幕, 截图, 荧幕, 萤幕, 截屏 | pantalla*, captura* | tela*, captura* | écran*, capture* | bildschirm*, screenshot*
button, click | 버튼, 클릭, 누르다 | ボタン, クリック, 押す, タップ | 按钮, 点击, 单击, 按下 | botón*, boton*, clic, pulsa* | botão, botões, clic*, clique* | bouton*, cliqu*, clic | knopf*, taste*, klick*, schaltfläche*
form | 양식, 폼, 서식 | フォーム, 用紙, 様式 | 表单, 表格 | formulario* | formulári* | formulaire* | formular*
template | 템플릿, 서식 | テンプレート, 雛形, ひな形 | 模板, 范本, 样板 | plantilla* | modelo*, template* | modèle*, gabarit* | vorlage*
window | 창, 윈도우 | ウィンドウ, 窓 | 窗口, 视窗 | ventana* | janela* | fenêtre* | fenster*
app, application, software | 앱, 애플리케이션, 어플, 소프트웨어 | アプリ, アプリケーション, ソフト, ソフトウェア | 应用, 应用程序, 软件, 程序, 软体, 应用程式 | aplicaci*, app, software | aplicativ*, app, software | application*, appli, logiciel* | app, apps, anwendung*, software
program, script | 프로그램, 스크립트 | プログラム, スクリプト | 程序, 脚本, 程式 | programa*, script* | programa*, script* | programme*, script* | programm*, skript*
system | 시스템 | システム | 系统 | sistema* | sistema* | système* | system*
service | 서비스 | サービス | 服务 | servicio* | serviço* | service* | dienst*, service*
server, host | 서버, 호스트 | サーバー, サーバ, ホスト | 服务器, 伺服器, 主机 | servidor* | servidor* | serveur*, hôte | server*
client | 클라이언트 | クライアント | 客户端, 用户端 | cliente* | cliente* | client* | client*
network | 네트워크, 망 | ネットワーク | 网络, 网路 | red, redes | rede, redes | réseau* | netzwerk*, netz
internet, wifi | 인터넷, 와이파이 | インターネット, ネット | 互联网, 网络, 无线网 | internet, wifi | internet, wifi | internet, wifi | internet, wlan
domain | 도메인 | ドメイン | 域名, 网域 | dominio* | domínio* | domaine* | domain*
port | 포트 | ポート | 端口 | puerto* | porta* | port* | port*
request | 요청 | リクエスト, 要求 | 请求 | petici*, solicitud* | requisiç*, solicit* | requêt*, demand* | anfrage*, anforderung*
response | 응답 | レスポンス, 応答 | 响应, 回应 | respuest* | respost* | répons* | antwort*
api, endpoint | 엔드포인트, 인터페이스 | エンドポイント, インターフェース | 接口, 端点, 介面 | endpoint*, interfaz* | endpoint*, interface* | interface* | schnittstelle*, endpunkt*
webhook, hook | 웹훅, 훅 | ウェブフック, フック | 钩子, 回调 | webhook* | webhook* | webhook* | webhook*
key, token | 키, 토큰, 열쇠 | キー, トークン, 鍵 | 密钥, 令牌, 钥匙, 金钥 | clave*, llave*, token* | chave*, token* | clé, clés, clef*, jeton* | schlüssel*, token*
secret, credential | 비밀, 자격 증명, 시크릿 | シークレット, 秘密, 資格情報, 認証情報 | 密钥, 凭证, 凭据, 秘密 | secreto*, credencial* | segredo*, credencia* | secret*, identifiant* | geheimnis*, zugangsdaten
password | 비밀번호, 암호, 패스워드 | パスワード, 暗証番号 | 密码 | contraseña* | senha* | mot | passwort*, kennwort*
permission, access, right | 권한, 접근, 액세스, 허가 | 権限, アクセス, 許可, アクセス権 | 权限, 访问, 许可 | permiso*, acceso* | permiss*, acesso* | droit*, permission*, accès | berechtigung*, zugriff*, recht*
role | 역할, 롤 | ロール, 役割 | 角色 | rol, roles | papel, função | rôle* | rolle*
policy, rule | 정책, 규칙, 규정, 룰 | ポリシー, ルール, 規則, 方針 | 策略, 规则, 政策, 规定 | política*, regla* | política*, regra* | politique*, règle* | richtlinie*, regel*
security, safety | 보안, 안전 | セキュリティ, 安全 | 安全, 安全性, 保安 | seguridad* | segurança* | sécurité* | sicherheit*
vulnerability, threat | 취약점, 위협 | 脆弱性, 脅威 | 漏洞, 威胁 | vulnerabilidad*, amenaza* | vulnerabilidad*, ameaça* | vulnérabilité*, menace* | schwachstelle*, bedrohung*
virus, malware | 바이러스, 악성코드 | ウイルス, マルウェア | 病毒, 恶意软件 | virus, malware | vírus, malware | virus | virus, schadsoftware
firewall | 방화벽 | ファイアウォール | 防火墙 | cortafuegos | firewall | pare-feu | firewall*
certificate | 인증서, 증명서 | 証明書 | 证书 | certificado* | certificad* | certificat* | zertifikat*, bescheinigung*
code, source | 코드, 소스 | コード, ソース, ソースコード | 代码, 源码, 程式码, 编码 | código*, fuente* | código*, fonte* | code*, source* | code*, quelle*, quellcode
function, method | 함수, 기능, 메서드 | 関数, 機能, メソッド | 函数, 方法, 功能 | función*, funcion*, método* | função, funções, método* | fonction*, méthode* | funktion*, methode*
class, type | 클래스, 유형, 종류, 타입 | クラス, 種類, タイプ, 型 | 类, 类型, 种类, 型 | clase*, tipo* | classe*, tipo* | classe*, type* | klasse*, typ, typen, art
variable, parameter | 변수, 매개변수, 파라미터 | 変数, パラメータ, パラメーター, 引数 | 变量, 参数 | variable*, parámetro* | variáve*, parâmetro* | variable*, paramètre* | variable*, parameter*
library, package, dependency | 라이브러리, 패키지, 의존성 | ライブラリ, パッケージ, 依存関係 | 库, 软件包, 依赖, 套件 | biblioteca*, paquete*, dependencia* | biblioteca*, pacote*, dependência* | bibliothèque*, paquet*, dépendance* | bibliothek*, paket*, abhängigkeit*
repository, repo | 저장소, 레포지토리, 레포, 리포지토리, 리포 | リポジトリ, リポジトリー, レポジトリ | 仓库, 代码库, 代码仓库, 存储库 | repositori* | repositóri* | dépôt*, repo | repository, repo, repositorie*
branch | 브랜치, 분기, 지점 | ブランチ, 支店 | 分支 | rama, ramas | branch, ramo, ramificaç* | branche* | branch*, zweig*, filiale*
commit | 커밋 | コミット | 提交 | commit*, confirmaci* | commit* | commit* | commit*
pull request, merge request, pr | 풀리퀘스트, 풀 리퀘스트, 병합 요청, 머지 리퀘스트 | プルリクエスト, プルリク, マージリクエスト | 拉取请求, 合并请求 | pull | pull | pull | pull
issue, bug, problem | 이슈, 버그, 문제, 결함 | 課題, バグ, 不具合, 問題, イシュー | 问题, 缺陷, 议题, 故障 | incidencia*, problema*, bug* | problema*, bug* | problème*, anomalie*, bug* | problem*, fehler*, bug*
ticket | 티켓 | チケット | 工单, 票, 票券 | ticket*, boleto*, tique*, entrada* | ticket*, chamado* | ticket*, billet* | ticket*
tag, label | 태그, 라벨, 꼬리표 | タグ, ラベル, 札 | 标签, 标记 | etiqueta*, etiquet* | etiqueta*, tag*, rótulo* | étiquet*, tag*, label* | tag, tags, etikett*, schlagwort*, label*
release, version | 릴리스, 릴리즈, 버전, 판 | リリース, バージョン, 版 | 版本, 发行版, 发布 | versión*, version* | versão, versões | version* | version*, release*
diff, difference, change | 차이, 변경사항, 변경 사항 | 差分, 違い, 変更点 | 差异, 差别, 区别, 变更 | diferencia* | diferença* | différence* | unterschied*, differenz*
pipeline, workflow | 파이프라인, 워크플로, 워크플로우, 작업 흐름 | パイプライン, ワークフロー | 流水线, 工作流, 流程, 管道 | flujo*, pipeline* | fluxo*, pipeline* | flux, pipeline* | pipeline*, ablauf*, arbeitsablauf*
job, task, run | 작업, 잡, 업무 | ジョブ, 作業, タスク | 作业, 任务 | trabajo*, tarea* | trabalho*, tarefa* | tâche*, travail* | auftrag*, aufgabe*
queue | 큐, 대기열 | キュー, 待ち行列 | 队列 | cola, colas | fila, filas | file | warteschlange*
process, thread | 프로세스, 스레드, 과정, 절차 | プロセス, スレッド, 処理, 手順 | 进程, 线程, 过程, 处理 | proceso*, hilo* | processo* | processus, processe* | prozess*, vorgang*
command, shell, terminal | 명령, 명령어, 터미널, 셸 | コマンド, ターミナル, シェル, 命令 | 命令, 终端, 指令 | comando*, terminal* | comando*, terminal* | commande*, terminal* | befehl*, terminal*
log | 로그, 일지 | ログ | 日志, 日誌 | log, logs, bitácora* | log, logs | journal*, journaux | log, logs, protokoll*
error, failure, exception | 오류, 에러, 실패, 예외 | エラー, 失敗, 障害, 例外 | 错误, 失败, 报错, 异常, 出错 | error*, fall* | erro, erros, falh* | erreur*, échec*, échou* | fehler*, ausfall*, fehlgeschlagen*
warning | 경고, 주의 | 警告, 注意 | 警告, 注意 | advertencia* | aviso*, advertência* | avertissement* | warnung*
incident, outage | 장애, 사고, 인시던트 | 障害, インシデント, 事故 | 故障, 事故, 事件 | incidente*, caída | incidente* | incident*, panne* | vorfall*, störung*, ausfall*
metric, statistic, usage | 지표, 통계, 사용량, 메트릭 | 指標, 統計, 使用量, メトリクス, 利用状況 | 指标, 统计, 用量, 使用量, 使用情况 | métrica*, estadística*, uso | métrica*, estatística*, uso | métrique*, statistique*, utilisation* | metrik*, statistik*, nutzung*, verbrauch*
dashboard | 대시보드 | ダッシュボード | 仪表盘, 仪表板, 看板 | panel*, tablero* | painel*, paine* | tableau* | dashboard*
performance, speed | 성능, 속도 | 性能, パフォーマンス, 速度, 成績 | 性能, 速度, 表现, 绩效 | rendimiento*, velocidad* | desempenho*, velocidad* | performance*, vitesse* | leistung*, geschwindigkeit*
memory, cpu | 메모리, 기억 | メモリ, メモリー, 記憶 | 内存, 记忆, 存储器 | memoria* | memória* | mémoire* | speicher*, arbeitsspeicher*, erinnerung*
disk, storage, volume | 디스크, 저장공간, 스토리지, 용량, 볼륨 | ディスク, ストレージ, 容量, ボリューム | 磁盘, 存储, 硬盘, 容量, 空间 | disco*, almacenamiento*, volumen* | disco*, armazenamento*, volume* | disque*, stockage*, volume* | festplatte*, speicher*, volumen
cloud | 클라우드 | クラウド | 云, 云端, 云服务 | nube | nuvem | cloud, nuage | cloud
cluster, node | 클러스터, 노드 | クラスタ, クラスター, ノード | 集群, 节点 | clúster*, cluster*, nodo* | cluster*, nó, nós | cluster*, grappe*, nœud* | cluster*, knoten*
container, pod | 컨테이너, 파드 | コンテナ, コンテナー, ポッド | 容器 | contenedor*, pod, pods | contêiner*, container*, pod, pods | conteneur*, pod, pods | container*, pod, pods
instance, machine, vm | 인스턴스, 가상머신, 머신 | インスタンス, 仮想マシン, マシン | 实例, 虚拟机, 机器 | instancia*, máquina* | instância*, máquina* | instance*, machine* | instanz*, maschine*
bucket | 버킷 | バケット | 存储桶, 桶 | bucket* | bucket* | bucket* | bucket*
region, zone | 리전, 지역, 구역 | リージョン, 地域, ゾーン | 区域, 地区, 可用区 | región*, regiones, zona* | região, regiões, zona* | région*, zone* | region*, zone*
environment | 환경 | 環境 | 环境 | entorno*, ambiente* | ambiente* | environnement* | umgebung*
production | 프로덕션, 운영, 생산 | 本番, 生産, プロダクション | 生产, 线上, 正式 | producción | produção | production* | produktion*
configuration, setting | 설정, 환경설정, 구성 | 設定, 構成, コンフィグ | 配置, 设置, 设定 | configuraci*, ajuste* | configuraç*, ajuste* | configuration*, réglage*, paramètre* | einstellung*, konfiguration*
option, preference | 옵션, 선택사항, 선호 | オプション, 選択肢, 好み | 选项, 偏好 | opción*, opciones, preferencia* | opção, opções, preferência* | option*, préférence* | option*, präferenz*
mode | 모드 | モード | 模式 | modo* | modo* | mode* | modus
model | 모델 | モデル | 模型, 型号 | modelo* | modelo* | modèle* | modell*
prompt | 프롬프트 | プロンプト | 提示词 | prompt* | prompt* | prompt*, invite* | prompt*
vector, embedding | 벡터, 임베딩 | ベクトル, 埋め込み | 向量, 嵌入 | vector* | vetor* | vecteur* | vektor*
query | 쿼리, 질의 | クエリ, クエリー, 問い合わせ | 查询 | consulta* | consulta* | requêt* | abfrage*
schema, structure | 스키마, 구조 | スキーマ, 構造 | 结构, 架构, 模式 | esquema*, estructura* | esquema*, estrutura* | schéma*, structure* | schema*, struktur*
index | 색인, 인덱스, 지수 | インデックス, 索引, 指数 | 索引, 指数 | índice* | índice* | index, indice* | index, verzeichnis*
cache | 캐시 | キャッシュ | 缓存 | caché*, cache* | cache* | cache* | cache*, zwischenspeicher*
id, identifier | 아이디, 식별자 | 識別子, アイディー | 标识, 编号, 标识符 | identificador* | identificador* | identifiant* | kennung*
user | 사용자, 유저, 이용자 | ユーザー, ユーザ, 利用者 | 用户, 使用者 | usuari* | usuári*, utilizador* | utilisat* | benutzer*, nutzer*, anwender*
account | 계정, 계좌 | アカウント, 口座 | 账户, 账号, 帐户, 帐号 | cuenta* | conta, contas | compte* | konto*, konten
profile | 프로필 | プロフィール, プロファイル | 个人资料, 资料, 简介, 档案 | perfil* | perfil*, perfis | profil* | profil*
member | 회원, 멤버, 구성원 | 会員, メンバー | 会员, 成员 | miembro*, socio* | membro*, sócio* | membre* | mitglied*
admin, administrator, owner | 관리자, 소유자, 주인 | 管理者, 所有者, オーナー, アドミン | 管理员, 所有者, 拥有者 | administrador*, dueñ*, propietari* | administrador*, dono, dona, proprietári* | administrateur*, propriétaire* | administrator*, besitzer*, eigentümer*
organization, workspace | 조직, 기관, 워크스페이스, 단체 | 組織, 団体, ワークスペース | 组织, 机构, 工作区, 团体 | organizaci* | organizaç* | organisation*, espace* | organisation*, arbeitsbereich*
session | 세션 | セッション | 会话 | sesión*, sesiones | sessão, sessões | session* | sitzung*, session*
device | 기기, 장치, 단말, 디바이스 | デバイス, 端末, 機器 | 设备, 装置 | dispositivo*, aparato* | dispositivo*, aparelho* | appareil*, dispositif* | gerät*
computer, laptop | 컴퓨터, 노트북 | パソコン, コンピュータ, コンピューター, ノートパソコン | 电脑, 计算机, 笔记本 | ordenador*, computador*, portátil* | computador*, notebook* | ordinateur*, portable* | computer*, rechner*, laptop*
printer | 프린터 | プリンター, プリンタ | 打印机 | impresora* | impressora* | imprimante* | drucker*
camera | 카메라 | カメラ | 相机, 摄像头, 摄像机, 照相机 | cámara* | câmera* | caméra*, appareil* | kamera*
battery | 배터리, 전지 | バッテリー, 電池 | 电池, 电量 | batería* | bateria* | batterie* | akku*, batterie*
clipboard | 클립보드 | クリップボード | 剪贴板 | portapapeles | transferência | presse-papiers | zwischenablage
pdf | 피디에프 | ピーディーエフ | | | | |
qr | 큐알, 큐알코드 | 二次元コード | 二维码 | | | |
ocr, recognition | 문자 인식, 광학 | 文字認識 | 文字识别 | reconocimiento* | reconhecimento* | reconnaissance* | texterkennung*
search engine | 검색엔진 | 検索エンジン | 搜索引擎 | buscador* | buscador* | moteur* | suchmaschine*
artificial intelligence, ai | 인공지능 | 人工知能 | 人工智能 | inteligencia | inteligência | intelligence | intelligenz
robot, bot | 봇, 로봇 | ボット, ロボット | 机器人 | robot*, bot, bots | robô*, bot, bots | robot*, bot, bots | roboter*, bot, bots
notification, push | 푸시, 푸시 알림 | プッシュ, プッシュ通知 | 推送 | notificaci* | notificaç* | notification* | benachrichtigung*
comment, annotation | 주석 | 注釈, 注記 | 注释, 批注 | anotaci* | anotaç* | annotation* | anmerkung*
history, activity | 이력, 기록, 내역, 히스토리, 활동 | 履歴, 記録, 活動, ヒストリー, 歴史 | 历史, 记录, 历史记录, 活动, 动态 | historial*, historia*, actividad* | histórico*, história*, atividade* | historique*, histoire*, activité* | verlauf*, geschichte*, aktivität*, historie*
status, state | 상태, 현황, 스테이터스 | 状態, 状況, ステータス, 現状 | 状态, 情况, 现状 | estado*, estatus, situaci* | status, estado*, situaç* | état*, statut* | status, zustand*, stand
progress | 진행, 진행률, 진척 | 進捗, 進行状況 | 进度, 进展 | progreso*, avance* | progresso*, andamento* | progrès, avancement* | fortschritt*
result | 결과 | 結果, 成果 | 结果, 成果 | resultado* | resultado* | résultat* | ergebnis*
limit, quota | 한도, 제한, 할당량 | 上限, 制限, 限度 | 限制, 限额, 配额, 额度 | límite*, cuota* | limite*, cota* | limite*, quota* | limit*, grenze*, kontingent*
language | 언어 | 言語 | 语言, 语种 | idioma*, lengua* | idioma*, língua*, linguagem* | langue*, langage* | sprache*
translation, subtitle | 자막 | 字幕 | 字幕 | subtítulo* | legenda* | sous-titre* | untertitel*
format, pdf, document | 문서형식 | 文書形式 | 文档格式 | | | |
keyboard, mouse | 키보드, 마우스 | キーボード, マウス | 键盘, 鼠标 | teclado*, ratón | teclado*, mouse | clavier*, souris | tastatur*, maus
download, installer | 설치파일 | インストーラー | 安装包 | instalador* | instalador* | | installationsdatei*
kubernetes, k8s | 쿠버네티스 | クバネティス | | | | |
`;
