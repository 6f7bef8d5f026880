BEGIN TRANSACTION;
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL,
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0004');
CREATE TABLE claims (
	name VARCHAR NOT NULL,
	holder VARCHAR NOT NULL,
	until BIGINT NOT NULL,
	PRIMARY KEY (name)
);
CREATE TABLE entries (
	table_id VARCHAR NOT NULL,
	n INTEGER NOT NULL,
	at BIGINT NOT NULL,
	kind VARCHAR NOT NULL,
	seat INTEGER,
	log TEXT NOT NULL,
	cut INTEGER,
	body TEXT NOT NULL,
	PRIMARY KEY (table_id, n)
)
 WITHOUT ROWID

;
INSERT INTO "entries" VALUES('47kq26vkiy6u',0,1704956154150,'create',NULL,'[]',NULL,'{}');
INSERT INTO "entries" VALUES('47kq26vkiy6u',1,1704956154154,'start',NULL,'[[-1,200],[-1,199],[-1,201],[-1,202],[-1,199],[-1,203],[-1,199],[-1,200],[-1,201],[-1,213],[-1,210]]',NULL,'{"left":[259200000,259200000,259200000]}');
INSERT INTO "entries" VALUES('47kq26vkiy6u',2,1704956154446,'play',0,'[[0,2]]',NULL,'{"nth":0,"left":[259199708,259200000,259200000]}');
INSERT INTO "entries" VALUES('47kq26vkiy6u',3,1704956154448,'play',0,'[[0,113]]',NULL,'{"nth":1,"left":[259199706,259200000,259200000]}');
INSERT INTO "entries" VALUES('47kq26vkiy6u',4,1704956154455,'play',0,'[[0,73],[-1,212]]',NULL,'{"nth":2,"left":[259199699,259200000,259200000]}');
INSERT INTO "entries" VALUES('47kq26vkiy6u',5,1704956154462,'play',1,'[[1,7]]',NULL,'{"nth":0,"left":[259199699,259199993,259200000]}');
INSERT INTO "entries" VALUES('47kq26vkiy6u',6,1704956154472,'play',1,'[[1,108]]',NULL,'{"nth":1,"left":[259199699,259199983,259200000]}');
INSERT INTO "entries" VALUES('47kq26vkiy6u',7,1704956154483,'play',1,'[[1,73],[-1,213]]',NULL,'{"nth":2,"left":[259199699,259199972,259200000]}');
INSERT INTO "entries" VALUES('47kq26vkiy6u',8,1704956154486,'play',2,'[[2,56]]',NULL,'{"nth":0,"left":[259199699,259199972,259199997]}');
INSERT INTO "entries" VALUES('47kq26vkiy6u',9,1704956154514,'play',2,'[[2,74],[-1,211]]',NULL,'{"nth":1,"left":[259200000,259199972,259199969]}');
INSERT INTO "entries" VALUES('47kq26vkiy6u',10,1704956154542,'play',0,'[[0,54]]',NULL,'{"nth":3,"left":[259199972,259199972,259199969]}');
INSERT INTO "entries" VALUES('47kq26vkiy6u',11,1704956154560,'chat',0,'[]',NULL,'{"name":"Player 0","text":"à demain","left":[259199954,259199972,259199969]}');
INSERT INTO "entries" VALUES('47kq26vkiy6u',12,1704956154569,'play',0,'[[0,75],[-1,204]]',NULL,'{"nth":4,"left":[259199945,259200000,259199969]}');
INSERT INTO "entries" VALUES('eypide6y5y9a',0,1704956154437,'create',NULL,'[]',NULL,'{}');
CREATE TABLE lives (
	began BIGINT NOT NULL,
	seen BIGINT NOT NULL,
	PRIMARY KEY (began)
);
INSERT INTO "lives" VALUES(1704956152737,1704956152737);
CREATE TABLE notices (
	id VARCHAR NOT NULL,
	user_id VARCHAR NOT NULL,
	kind VARCHAR NOT NULL,
	address TEXT NOT NULL,
	settings TEXT NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "notices" VALUES('b90eeb75d7bc7b22','4cf6a5dc85833458','webhook','http://127.0.0.1:9/','{"language":"en","key":"050951f376f48d0f2639c7988523e3bc"}');
CREATE TABLE quotas (
	name VARCHAR NOT NULL,
	used INTEGER NOT NULL,
	until BIGINT NOT NULL,
	PRIMARY KEY (name)
);
INSERT INTO "quotas" VALUES('ed917702c321406d6fab434430c85e2d',2,1704959754110);
INSERT INTO "quotas" VALUES('bb6c392e989eac7f835f0270294204ee',2,1704959754110);
INSERT INTO "quotas" VALUES('a2bef62844456cb76fbc7f9843f056e8',1,1704959754554);
CREATE TABLE seats (
	table_id VARCHAR NOT NULL,
	seat INTEGER NOT NULL,
	token BLOB NOT NULL,
	user_id VARCHAR,
	PRIMARY KEY (table_id, seat)
);
INSERT INTO "seats" VALUES('47kq26vkiy6u',0,X'FD29DC42A61802E7A132BE5B13FB118EBD3EA677E9DA2596F6087FB8F95A591D','4cf6a5dc85833458');
INSERT INTO "seats" VALUES('47kq26vkiy6u',1,X'7D57E4188283B85E905A1D4C9E56A8A538E7E97ED976F847050EA3E3B69B4E8E','4cf6a5dc85833458');
INSERT INTO "seats" VALUES('47kq26vkiy6u',2,X'6419C1DD9E4CFE7239294EACBB61737328355F9D5A13D2107335269609A7DC76','4cf6a5dc85833458');
INSERT INTO "seats" VALUES('eypide6y5y9a',0,X'27058737798B922BDBDC7A802E9E59D17F176302D449362A7D9C9DC176E3103A','4cf6a5dc85833458');
CREATE TABLE sessions (
	"key" BLOB NOT NULL,
	user_id VARCHAR NOT NULL,
	created BIGINT NOT NULL,
	expires BIGINT NOT NULL,
	PRIMARY KEY ("key")
);
INSERT INTO "sessions" VALUES(X'E2F3E962B975F7584C3ED26013A0DDC7338918F462AA6408350608C079BCB072','4cf6a5dc85833458',1704956153741,1712732153741);
CREATE TABLE settings (
	name VARCHAR NOT NULL,
	value BLOB NOT NULL,
	PRIMARY KEY (name)
);
INSERT INTO "settings" VALUES('health',X'EC3DF12D05D1AF9E');
INSERT INTO "settings" VALUES('cursor key',X'3CB7C694487ED76758D0607E885DDD72D491AD71EBAD48D3FB1177DAE28FF10A');
INSERT INTO "settings" VALUES('token key',X'415BE678D91D045FCCBEB7DE62B7FC406B31081215A87BEEA6009B3D5BBEFDC8');
INSERT INTO "settings" VALUES('notice key',X'90FAD95CA2B44943238B5D9C6907143B047E5F9681952E6FD45698666683A0E4');
CREATE TABLE tables (
	id VARCHAR NOT NULL,
	title VARCHAR NOT NULL,
	version INTEGER NOT NULL,
	seats INTEGER NOT NULL,
	created BIGINT NOT NULL,
	options TEXT NOT NULL,
	components TEXT,
	secret BLOB NOT NULL,
	status VARCHAR NOT NULL,
	public BOOLEAN NOT NULL,
	due BIGINT,
	touched BIGINT NOT NULL,
	head TEXT NOT NULL,
	PRIMARY KEY (id)
);
INSERT INTO "tables" VALUES('47kq26vkiy6u','cardinal',1,3,1704956154150,'{"two_countries":false,"duel":false,"joker_abroad_only":false,"draw_in_last_round":false,"last_round_must_place":false}',NULL,X'123A9C6E5938990DAE0FBCA392D2ABB27EF55AF55DE2555A85E82C21EE704803','playing',0,1795215354154,1704956154154,'{"chairs":[{"kind":"person","name":"Player 0","bot":null,"standing_in":false,"guest":false,"resigned":false,"shared":true,"mark":""},{"kind":"person","name":"Player 1","bot":null,"standing_in":false,"guest":false,"resigned":false,"shared":true,"mark":""},{"kind":"person","name":"Player 2","bot":null,"standing_in":false,"guest":false,"resigned":false,"shared":true,"mark":""}],"clock":{"kind":"days","days":3},"stand_in":"clerc","host":"ea9fd83eedbba7cc3921f9581db573ce4e83100b970a8bf5a542515c508672b1","host_user":"4cf6a5dc85833458","creator":"f0668e306b23d3203e2ccc45","origin":null,"rematch":null,"is_eager":true,"scores":[],"ended":0,"actions":0,"take_back":"agree","absent":"pause","seating":"as_seated","drawn":[]}');
INSERT INTO "tables" VALUES('eypide6y5y9a','pelegrinus',1,2,1704956154437,'{"site_needs_both_ends":false,"own_keeper_in_tie":true,"keeper_captured_when_abbey_cancelled":true}',NULL,X'A91E93EA43F2771F844D23552B2DB75CA93CCEA4522496C171220A3CFD4E72BE','open',1,NULL,1704956154437,'{"chairs":[{"kind":"person","name":"Player 0","bot":null,"standing_in":false,"guest":false,"resigned":false,"shared":false,"mark":""},{"kind":"open","name":"","bot":null,"standing_in":false,"guest":false,"resigned":false,"shared":false,"mark":""}],"clock":{"kind":"none"},"stand_in":"clerc","host":"0316c0612618914e182bdff27b06793e0270d7ed6def4dd515d7846071626982","host_user":"4cf6a5dc85833458","creator":"f0668e306b23d3203e2ccc45","origin":null,"rematch":null,"is_eager":true,"scores":[],"ended":0,"actions":0,"take_back":"agree","absent":"pause","seating":"as_seated","drawn":[]}');
CREATE TABLE users (
	id VARCHAR NOT NULL,
	name VARCHAR NOT NULL,
	created BIGINT NOT NULL,
	password VARCHAR,
	settings TEXT NOT NULL,
	account VARCHAR,
	PRIMARY KEY (id)
);
INSERT INTO "users" VALUES('4cf6a5dc85833458','Änne',1704956153712,'$argon2id$v=19$m=19456,t=2,p=1$3poaxZh5oLIAcF9LW9VyoA$OdTkJJ5oapr7WkStg5gtGStdRTLWiBmTZuYEQSO2b1I','{}','änne');
CREATE INDEX notices_user ON notices (user_id);
CREATE INDEX seats_user ON seats (user_id);
CREATE INDEX sessions_expires ON sessions (expires);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX tables_due ON tables (due);
CREATE INDEX tables_touched ON tables (touched, id);
CREATE UNIQUE INDEX users_account ON users (account);
CREATE INDEX tables_listed ON tables (status, public, touched, id);
CREATE INDEX tables_titled ON tables (title, status, public, touched, id);
CREATE INDEX quotas_until ON quotas (until);
COMMIT;
